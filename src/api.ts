import { Hono } from 'hono'
import { accountsApi } from './accounts/api.ts'
import { addressesApi } from './addresses/api.ts'
import { alertsApi } from './alerts/api.ts'
import { asksApi } from './asks/api.ts'
import { auditApi } from './audit/api.ts'
import { cartsApi } from './carts/api.ts'
import { fitsApi } from './fits/api.ts'
import type { Env } from './http/request-context.ts'
import { listsApi } from './lists/api.ts'
import { ordersApi } from './orders/api.ts'
import { partsApi } from './parts/api.ts'
import { paymentsApi } from './payments/api.ts'
import { postApi } from './post/api.ts'
import { productsApi } from './products/api.ts'
import { questionsApi } from './questions/api.ts'
import { reviewsApi } from './reviews/api.ts'
import { searchApi } from './search/api.ts'
import { siteApi } from './site/api.ts'
import { sumsApi } from './sums/api.ts'

/** The calls of all capabilities, under /api. */
export const api = new Hono<Env>()
  .route('/', accountsApi)
  .route('/', productsApi)
  .route('/', partsApi)
  .route('/', fitsApi)
  .route('/', searchApi)
  .route('/', sumsApi)
  .route('/', ordersApi)
  .route('/', paymentsApi)
  .route('/', addressesApi)
  .route('/', cartsApi)
  .route('/', listsApi)
  .route('/', reviewsApi)
  .route('/', questionsApi)
  .route('/', postApi)
  .route('/', alertsApi)
  .route('/', asksApi)
  .route('/', auditApi)
  .route('/', siteApi)

export type Api = typeof api
