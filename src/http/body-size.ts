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

/** Bytes of the bodies of each kind that a client address sends or that wait for its turns, together. */
const MOST_UNDER_WAY = { little: 4 * MB, large: 4 * MB, huge: 2 * MB }
type Kind = keyof typeof MOST_UNDER_WAY
const underWay = new Map<string, number>()

/** Up to so many bytes a body is counted once it is here, and apart from larger ones. */
const LITTLE = 16 * KB

/**
 * Counts the bytes of one body, as they come, with those of the same kind that its address sends. Kinds are apart, so that
 * what anybody may send to the webhook keeps out nothing that a customer sends.
 */
class Counted {
  readonly #c: Context<Env>
  readonly #key: string
  readonly #most: number
  #bytes = 0

  constructor(c: Context<Env>, kind: Kind) {
    this.#c = c
    this.#key = [addressOf(c), kind].join()
    this.#most = MOST_UNDER_WAY[kind]
  }

  /** Throws Refusal too_many_requests, and ends the connection, where the bodies of an address are too many at once. */
  add(bytes: number) {
    const together = (underWay.get(this.#key) ?? 0) + bytes
    if (this.#c.get('shop').config.rateLimit && together > this.#most) {
      this.#c.header('Connection', 'close')
      throw tooMany('Too much is sent at once. Try again in a moment.', 5)
    }
    underWay.set(this.#key, together)
    this.#bytes += bytes
  }

  end() {
    const left = (underWay.get(this.#key) ?? 0) - this.#bytes
    if (left > 0) underWay.set(this.#key, left)
    else underWay.delete(this.#key)
  }
}

/** The largest body of one route, in bytes; others take 100 KB. */
export const upTo = (most: number) => says({ upTo: most })

/** Refuses a request by its headers, before its body is read. */
export const beforeBody = (check: (c: Context<Env>) => void) => says({ beforeBody: check })

type Reading = { most: number; counted: Counted }

async function wholeOf(c: Context<Env>, body: ReadableStream<Uint8Array>, { most, counted }: Reading) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > most) tooLarge()
    counted.add(chunk.length)
    if (chunks.length <= FEW || size > chunks.length * SMALL) continue
    c.header('Connection', 'close')
    throw new Refusal('bad_request', 'The body comes in too many small chunks.')
  }
  return Buffer.concat(chunks)
}

/** Counts the body as it comes, and reads it no further than it may be long. */
async function read(c: Context<Env>, reading: Reading) {
  const { body } = c.req.raw
  if (body) c.req.raw = new Request(c.req.raw, { body: await wholeOf(c, body, reading) })
  await c.req.text()
}

async function readLittle(c: Context<Env>, bytes: number, counted: Counted) {
  await c.req.text()
  counted.add(bytes)
}

/**
 * Reads the body before anything is asked about its sender: one that is sent slowly, or held back until a session has
 * ended, takes no turn, and whoever sends it is looked up once it is here.
 */
export const wholeBody: MiddlewareHandler<Env> = async (c, next) => {
  if (isRead(c)) return next()
  const { upTo: most = MOST, beforeBody: check } = tagOf(matchedRoutes(c).map(({ handler }) => handler))
  check?.(c)
  const announced = Number(c.req.header('content-length') ?? 0)
  if (announced > most) tooLarge()
  const isLittle = announced <= LITTLE && c.req.header('transfer-encoding') === undefined
  const counted = new Counted(c, most > MOST ? 'huge' : isLittle ? 'little' : 'large')
  try {
    await (isLittle ? readLittle(c, announced, counted) : read(c, { most, counted }))
    await next()
  } finally {
    counted.end()
  }
}

/** For stand-ins, which read the request by other means than Hono's: a body without Content-Length is refused. */
export const announcedBody: MiddlewareHandler<Env> = (c, next) => {
  const length = Number(c.req.header('content-length') ?? 0)
  if (length > MOST || c.req.header('transfer-encoding')) tooLarge()
  return next()
}
