import type { MiddlewareHandler } from 'hono'
import { addressOf, take } from './rate-limit.ts'
import type { Env } from './request-context.ts'
import { type Limit, tagged } from './route-tags.ts'
import { isOfPage } from './turns.ts'

/** For answers that the cache does not make: an address has used up its ration there, or the spelling is unusual. */
const BESIDE_THE_CACHE: Limit = { name: 'made beside the cache', points: 240, seconds: 60 }
/** For pages that are not kept: of dashboards, of nothing that is there, in unusual spellings. */
const PAGES: Limit = { name: 'pages', points: 600, seconds: 60 }

/** Counts by address what the cache does not ask for, without a tag: it is no ration of what is kept. */
const countedBy =
  (limit: Limit): MiddlewareHandler<Env> =>
  async (c, next) => {
    if (!isOfPage(c.env)) await take(c.get('shop'), limit, addressOf(c))
    await next()
  }

/** The answer is the same for everybody and may be kept as finished bytes. */
export const kept = tagged(countedBy(BESIDE_THE_CACHE), { kept: 'call' })
export const keptPage = tagged(countedBy(BESIDE_THE_CACHE), { kept: 'page' })
export const anyPage = countedBy(PAGES)
