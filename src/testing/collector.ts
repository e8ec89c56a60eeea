import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export type CollectedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  status: { code?: number }
}
type Sent = { resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[] }

/** A collector that takes traces by OTLP over HTTP, as JSON, and keeps their spans. */
export async function openCollector() {
  const spans: CollectedSpan[] = []
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request)) as Sent
    if (request.url === '/v1/traces')
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  /** The names of a span and those around it, itself first. */
  const lineage = (span: CollectedSpan): string[] => {
    const around = spans.find(({ spanId }) => spanId === span.parentSpanId)
    return [span.name, ...(around ? lineage(around) : [])]
  }
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, lineage }
}
