import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Refusal } from '../wire/refusal.ts'
import type { Env } from './request-context.ts'
import { says, tagOf } from './route-tags.ts'
import { isRead } from './turns.ts'

export const KB = 1024
export const MB = 1024 * KB
const MOST = 100 * KB

const tooLarge = (): never => {
  throw new Refusal('too_large', 'The body is too large.')
}

/** Chunks with less than SMALL bytes on the average that are read: each takes as long as one with thousands of bytes. */
const FEW = 64
const SMALL = 256

/** Node cuts a body off at its Content-Length; a chunked one is read here, as far as it may be. */
function sized(maxSize: number): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (isRead(c)) return next()
    const { body } = c.req.header('transfer-encoding') ? c.req.raw : {}
    if (body) c.req.raw = new Request(c.req.raw, { body: await wholeOf(c, body, maxSize) })
    return Number(c.req.header('content-length') ?? 0) > maxSize ? tooLarge() : next()
  }
}

async function wholeOf(c: Context<Env>, body: ReadableStream<Uint8Array>, maxSize: number) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxSize) tooLarge()
    if (chunks.length <= FEW || size > chunks.length * SMALL) continue
    c.header('Connection', 'close')
    throw new Refusal('bad_request', 'The body comes in too many small chunks.')
  }
  return Buffer.concat(chunks)
}

/** The largest body of one route, in bytes; others take 100 KB. */
export const upTo = (most: number) => says({ upTo: most })

const usual = sized(MOST)

/**
 * Reads the body before anything is asked about its sender: one that is sent slowly, or held back until a session has
 * ended, takes no turn, and whoever sends it is looked up once it is here.
 */
export const wholeBody: MiddlewareHandler<Env> = (c, next) => {
  const { upTo } = tagOf(matchedRoutes(c).map(({ handler }) => handler))
  return (upTo ? sized(upTo) : usual)(c, async () => {
    if (!isRead(c)) await c.req.text()
    await next()
  })
}

/** For stand-ins, which read the request by other means than Hono's: a body without Content-Length is refused. */
export const announcedBody: MiddlewareHandler<Env> = (c, next) => {
  const length = Number(c.req.header('content-length') ?? 0)
  if (length > MOST || c.req.header('transfer-encoding')) tooLarge()
  return next()
}
