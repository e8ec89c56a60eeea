import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Refusal } from '../wire/refusal.ts'
import type { Env } from './request-context.ts'

export const KB = 1024

export const tooLarge = (): never => {
  throw new Refusal('too_large', 'The body is too large.')
}

/** Node ends a body at the length it was said to have; the others are counted, which costs more than the rest of a call. */
export function upTo(maxSize: number): MiddlewareHandler<Env> {
  const counted = bodyLimit({ maxSize, onError: tooLarge })
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding')) return counted(c, next)
    return Number(length) > maxSize ? tooLarge() : next()
  }
}
