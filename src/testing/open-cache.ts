import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { PageCache } from './page-cache.ts'

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

export const LONG = 'A part in a box. '.repeat(100)

/** A server with a page cache before `render`, all that this was told, and a clock that stands still. */
type Render = (url: string, asks: () => void) => Response | Promise<Response>
export async function openCache(render: Render = () => page(LONG), staleFor = 0) {
  const told: unknown[][] = []
  const clock = { now: 0 }
  const cache = new PageCache({
    keptAs: (path) => {
      if (path.startsWith('/api/')) return 'call'
      return path.startsWith('/own') ? undefined : 'page'
    },
    render: async (url, asks, ...more: unknown[]) => {
      told.push([url, ...more])
      return render(url, asks)
    },
    staleFor,
    now: () => clock.now,
  })
  const server = createServer((req, res) => {
    if (!cache.answer(req, res)) res.writeHead(200, { from: 'the shop' }).end()
  }).listen(0)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request({ port, path, headers, method, agent: false }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      })
      sent.on('error', reject).end()
    })
  return { cache, told, clock, get }
}

export const page = (text: string, init?: ResponseInit) =>
  new Response(text, { ...init, headers: { 'content-type': 'text/html', 'x-request-id': 'one', ...init?.headers } })
