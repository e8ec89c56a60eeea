import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { accountsApi } from './accounts/api.ts'
import { auditApi } from './audit/api.ts'
import type { Env } from './env.ts'
import { ordersApi } from './orders/api.ts'
import { paymentsApi } from './payments/api.ts'
import { postApi } from './post/api.ts'
import { productsApi } from './products/api.ts'
import { Refusal } from './refusal.ts'
import { reviewsApi } from './reviews/api.ts'

const KB = 1024
const tooLarge = (): never => {
  throw new Refusal('too_large', 'The body is too large.')
}

/** Node ends a body at the length it was said to have; the others are counted, which costs more than the rest of a call. */
function upTo(maxSize: number): MiddlewareHandler<Env> {
  const counted = bodyLimit({ maxSize, onError: tooLarge })
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding')) return counted(c, next)
    return Number(length) > maxSize ? tooLarge() : next()
  }
}
const small = upTo(100 * KB)
const large = upTo(1024 * KB)

/** The calls of all capabilities, under /api. Only Stripe's webhook may send more than 100 kB. */
export const api = new Hono<Env>()
  .use((c, next) => (c.req.path === '/api/stripe/webhook' ? large(c, next) : small(c, next)))
  .route('/', accountsApi)
  .route('/', productsApi)
  .route('/', ordersApi)
  .route('/', paymentsApi)
  .route('/', reviewsApi)
  .route('/', postApi)
  .route('/', auditApi)

export type Api = typeof api
