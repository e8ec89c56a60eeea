import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
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

/** Node cuts a body off at its Content-Length; only a chunked one is counted, which costs more than the rest of a call. */
function sized(maxSize: number): MiddlewareHandler<Env> {
  const counted = bodyLimit({ maxSize, onError: tooLarge })
  return async (c, next) => {
    if (isRead(c)) return next()
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding')) return counted(c, next)
    return Number(length) > maxSize ? tooLarge() : next()
  }
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
