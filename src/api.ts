import { Hono } from 'hono'
import { accountsApi } from './accounts/api.ts'
import { auditApi } from './audit/api.ts'
import { KB, upTo } from './http/body-size.ts'
import type { Env } from './http/request-context.ts'
import { ordersApi } from './orders/api.ts'
import { paymentsApi } from './payments/api.ts'
import { postApi } from './post/api.ts'
import { productsApi } from './products/api.ts'
import { reviewsApi } from './reviews/api.ts'

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
