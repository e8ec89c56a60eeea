import type { MiddlewareHandler } from 'hono'
import { inTurnByKey } from '../database/in-turn.ts'
import { addressOf, take } from './rate-limit.ts'
import type { Env } from './request-context.ts'
import { type Kept, type Limit, tagged } from './route-tags.ts'

/** For answers that the cache does not make: an address has used up its ration there, or the spelling is unusual. */
const BESIDE_THE_CACHE: Limit = { name: 'made beside the cache', points: 240, seconds: 60 }
/** However many an address asks for at once, those of others are made between them. */
const AT_ONCE = 6

/** Makes at most six answers at once for a client address. */
export const madeInTurn = inTurnByKey(AT_ONCE)

/** Whether the request comes from a page that is being made, which has been counted and has its turn. */
const isOfPage = ({ asks, isOfPage: is }: Partial<Env['Bindings']> = {}) => Boolean(asks || is)

/** Reads that cost much come by turns. It stands after the body, which may be slow to arrive. */
export const byTurns: MiddlewareHandler<Env> = (c, next) => (isOfPage(c.env) ? next() : madeInTurn(addressOf(c), next))

const keptAs = (kept: Kept): MiddlewareHandler<Env> =>
  tagged(
    async (c, next) => {
      if (!isOfPage(c.env)) await take(c.get('shop'), BESIDE_THE_CACHE, addressOf(c))
      return byTurns(c, next)
    },
    { kept },
  )

/** The answer is the same for everybody and may be kept as finished bytes. */
export const kept = keptAs('call')
export const keptPage = keptAs('page')
