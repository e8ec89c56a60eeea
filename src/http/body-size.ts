import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Refusal, tooMany } from '../wire/refusal.ts'
import { addressOf } from './rate-limit.ts'
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

/** Bytes of the bodies that a client address sends or that wait for its turns, together. */
const MOST_UNDER_WAY = 4 * MB
const underWay = new Map<string, number>()

/** Throws Refusal too_many_requests, and ends the connection, where the bodies of an address are too many at once. */
async function withinBounds(c: Context<Env>, bytes: number, work: () => Promise<void>) {
  const { config } = c.get('shop')
  const address = addressOf(c)
  const together = (underWay.get(address) ?? 0) + bytes
  if (config.rateLimit && together > MOST_UNDER_WAY) {
    c.header('Connection', 'close')
    throw tooMany('Too much is sent at once. Try again in a moment.', 5)
  }
  underWay.set(address, together)
  try {
    await work()
  } finally {
    const left = (underWay.get(address) ?? 0) - bytes
    if (left > 0) underWay.set(address, left)
    else underWay.delete(address)
  }
}

/** Node cuts a body off at its Content-Length; a chunked one is read here, as far as it may be. */
async function read(c: Context<Env>, most: number) {
  const { body } = isChunked(c) ? c.req.raw : {}
  if (body) c.req.raw = new Request(c.req.raw, { body: await wholeOf(c, body, most) })
  await c.req.text()
}

const isChunked = (c: Context<Env>) => c.req.header('transfer-encoding') !== undefined

/**
 * Reads the body before anything is asked about its sender: one that is sent slowly, or held back until a session has
 * ended, takes no turn, and whoever sends it is looked up once it is here.
 */
export const wholeBody: MiddlewareHandler<Env> = async (c, next) => {
  if (isRead(c)) return next()
  const { upTo: most = MOST } = tagOf(matchedRoutes(c).map(({ handler }) => handler))
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > most) tooLarge()
  return withinBounds(c, isChunked(c) ? most : announced, async () => {
    await read(c, most)
    await next()
  })
}

/** For stand-ins, which read the request by other means than Hono's: a body without Content-Length is refused. */
export const announcedBody: MiddlewareHandler<Env> = (c, next) => {
  const length = Number(c.req.header('content-length') ?? 0)
  if (length > MOST || c.req.header('transfer-encoding')) tooLarge()
  return next()
}
