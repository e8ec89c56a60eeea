import { PageCache } from '../document/page-cache.ts'
import { openServer } from './open-server.ts'

export const LONG = 'A part in a box. '.repeat(100)

type Render = (url: string, asks: () => void) => Response | Promise<Response>

/** A server with a page cache before `render`, all that this was told, and a clock that stands still. */
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
  const get = await openServer((req, res) => {
    if (!cache.answer(req, res)) res.writeHead(200, { from: 'the shop' }).end()
  })
  return { cache, told, clock, get }
}

export const page = (text: string, init?: ResponseInit) =>
  new Response(text, { ...init, headers: { 'content-type': 'text/html', 'x-request-id': 'one', ...init?.headers } })
