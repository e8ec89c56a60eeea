import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import type { Env } from './request-context.ts'

/** An event with its number, or a sign that the stream is there. */
export type Message = { id: number; data: unknown } | 'nothing new'

/** Milliseconds after which a browser whose stream has ended opens it again; not all of a node's at once. */
const againAfter = () => 1000 + Math.floor(Math.random() * 2000)

/**
 * Answers with server-sent events until there are no more or the reader goes away; `end` is called then, and a proxy is
 * told neither to keep nor to gather nor to compress them.
 */
export function serverSent(c: Context<Env>, messages: AsyncIterable<Message>, end: () => void): Response {
  c.header('Content-Type', 'text/event-stream; charset=utf-8')
  c.header('Cache-Control', 'no-store, no-transform')
  c.header('X-Accel-Buffering', 'no')
  if (c.req.method === 'HEAD') {
    end()
    return c.body(null)
  }
  return stream(c, async (out) => {
    out.onAbort(end)
    try {
      await out.write(`retry: ${againAfter()}\n\n`)
      for await (const message of messages) await out.write(written(message))
    } catch (error) {
      c.get('shop').log.info({ id: c.get('requestId'), error: String(error) }, 'a stream broke off')
    } finally {
      end()
    }
  })
}

const written = (message: Message) =>
  message === 'nothing new' ? ':\n\n' : `id: ${message.id}\ndata: ${JSON.stringify(message.data)}\n\n`
