import { Hono } from 'hono'
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
const tooLarge = () => {
  throw new Refusal('too_large', 'The body is too large.')
}
const small = bodyLimit({ maxSize: 100 * KB, onError: tooLarge })
const large = bodyLimit({ maxSize: 1024 * KB, onError: tooLarge })

/** The calls of all capabilities, under /api. Only Stripe's webhook may send more than 100 kB. */
export const api = new Hono<Env>()
  .use((c, next) => {
    // To look for a body costs more than the rest of a read.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    return c.req.path === '/api/stripe/webhook' ? large(c, next) : small(c, next)
  })
  .route('/', accountsApi)
  .route('/', productsApi)
  .route('/', ordersApi)
  .route('/', paymentsApi)
  .route('/', reviewsApi)
  .route('/', postApi)
  .route('/', auditApi)

export type Api = typeof api
