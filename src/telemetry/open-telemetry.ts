import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Note, Part, Tracing } from '../config/tracing.ts'

type Options = { endpoint: string; share: number }

/** Milliseconds for the last spans; the exporter itself would try for ten seconds where its collector is away. */
const LAST_WAY = 1000
const KINDS = { request: SpanKind.SERVER, call: SpanKind.CLIENT, job: SpanKind.CONSUMER }
/** W3C's traceparent: version, trace, span, flags. */
const CARRIED = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** Sends spans to an OTLP collector; one that is away costs the spans and nothing else. */
export function openTelemetry({ endpoint, share }: Options): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'parts-house', 'host.name': hostname() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('parts-house')
  const contexts = new AsyncLocalStorage<Context>()
  const current = () => {
    const context = contexts.getStore()
    return context && trace.getSpanContext(context)
  }

  const run: Tracing['run'] = async ({ carried, ...part }, work) => {
    const parent = (carried && contextOf(carried)) || contexts.getStore()
    const kind = parent && part.kind === 'request' ? SpanKind.INTERNAL : KINDS[part.kind]
    const span = tracer.startSpan(part.name, { kind, attributes: part.facts ?? {} }, parent ?? ROOT_CONTEXT)
    try {
      return await contexts.run(trace.setSpan(parent ?? ROOT_CONTEXT, span), () => work(notesOn(span)))
    } catch (error) {
      fail(span, error)
      throw error
    } finally {
      span.end()
    }
  }

  const begin = ({ name, kind, facts = {} }: Part) => {
    const parent = contexts.getStore()
    if (!parent) return undefined
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, parent)
    return (error?: unknown) => {
      if (error) fail(span, error)
      span.end()
    }
  }

  return {
    run,
    begin,
    id: () => current()?.traceId,
    carry: () => {
      const at = current()
      return at && `00-${at.traceId}-${at.spanId}-0${at.traceFlags & 1}`
    },
    close: () => Promise.race([provider.shutdown().catch(() => undefined), wait(LAST_WAY, undefined, { ref: false })]),
  }
}

const notesOn =
  (span: Span): Note =>
  ({ name, facts, failed }) => {
    if (name) span.updateName(name)
    if (facts) span.setAttributes(facts)
    if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
  }

/** The kind of an error alone: its message may hold what somebody typed. */
function fail(span: Span, error: unknown) {
  const { code, name } = error as NodeJS.ErrnoException
  span.setStatus({ code: SpanStatusCode.ERROR, message: String(code ?? name) })
}

function contextOf(carried: string): Context | undefined {
  const [, traceId, spanId, flags] = CARRIED.exec(carried) ?? []
  if (!traceId || !spanId) return undefined
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number(flags) & 1, isRemote: true })
}
