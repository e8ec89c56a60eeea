import type { MiddlewareHandler } from 'hono'
import { addressOf, take } from './rate-limit.ts'
import type { Env } from './request-context.ts'
import { type Kept, type Limit, tagged } from './route-tags.ts'
import { isOfPage } from './turns.ts'

/** For answers that the cache does not make: an address has used up its ration there, or the spelling is unusual. */
const BESIDE_THE_CACHE: Limit = { name: 'made beside the cache', points: 240, seconds: 60 }

const keptAs = (kept: Kept): MiddlewareHandler<Env> =>
  tagged(
    async (c, next) => {
      if (!isOfPage(c.env)) await take(c.get('shop'), BESIDE_THE_CACHE, addressOf(c))
      await next()
    },
    { kept },
  )

/** The answer is the same for everybody and may be kept as finished bytes. */
export const kept = keptAs('call')
export const keptPage = keptAs('page')
