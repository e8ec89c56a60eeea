import { GOODS } from './calls/goods.ts'
import { IDENTITY } from './calls/identity.ts'
import { MAILS } from './calls/mails.ts'
import { ORDERS } from './calls/orders.ts'
import { PEOPLE } from './calls/people.ts'
import { at, EVERYBODY, type Row } from './calls/row.ts'
import { SUMS } from './calls/sums.ts'

/** Addresses that are no calls of the shop and need no identity. */
export const OPEN: Record<string, Row> = {
  'GET /livez': { are: EVERYBODY, ask: at('/livez') },
  'GET /healthz': { are: EVERYBODY, ask: at('/healthz') },
  'GET /readyz': { are: EVERYBODY, ask: at('/readyz') },
  'GET /metrics': { are: EVERYBODY, ask: at('/metrics') },
  'GET /robots.txt': { are: EVERYBODY, ask: at('/robots.txt') },
  'GET /.well-known/security.txt': { are: EVERYBODY, ask: at('/.well-known/security.txt') },
  'GET /feed/products.tsv': { are: EVERYBODY, ask: at('/feed/products.tsv') },
  'GET /feed/products.xml': { are: EVERYBODY, ask: at('/feed/products.xml') },
  'GET /sitemap.xml': { are: EVERYBODY, ask: at('/sitemap.xml') },
  'GET /sitemap/models.xml': { are: EVERYBODY, ask: at('/sitemap/models.xml') },
  'GET /sitemap/pages.xml': { are: EVERYBODY, ask: at('/sitemap/pages.xml') },
  'GET /sitemap/products/:part{[1-9][0-9]{0,3}\\.xml}': { are: EVERYBODY, ask: at('/sitemap/products/1.xml') },
  'GET /api/openapi.json': { are: EVERYBODY, ask: at('/api/openapi.json') },
  'GET /api/docs': { are: EVERYBODY, ask: at('/api/docs') },
}

/** Every call of the shop, and what each of the four is answered. */
export const CALLS: Record<string, Row> = { ...PEOPLE, ...GOODS, ...ORDERS, ...SUMS, ...MAILS, ...IDENTITY }

/** Calls of the stand-ins, which know keys and no roles; their own tests say who may. */
export const isOfStandIn = (path: string) => /^\/(stripe-sandbox|google-stand-in)\//.test(path)

export const methodOf = (call: string) => call.slice(0, call.indexOf(' '))
