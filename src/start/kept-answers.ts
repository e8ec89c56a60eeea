import type { IncomingMessage, RequestListener } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Hono } from 'hono'
import { MINUTE } from '../config/clock.ts'
import { PageCache, partsOf, type Visit } from '../document/page-cache.ts'
import { askedFrom } from '../http/asked-from.ts'
import { isNoLink } from '../http/from-elsewhere.ts'
import { addressFrom, take } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { isOneOfMany, type Limit, routeTagOf } from '../http/route-tags.ts'
import { inItsTurn, kindOfRead, type Turn } from '../http/turns.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'

/**
 * The limit by address for routes without one of their own: each made-up query, and each spelling of a part's number in a
 * path, would be kept as another answer.
 */
const OF_QUERIES: Limit = { name: 'kept-queries', points: 240, seconds: 60 }
/** Milliseconds after which a count that does not come, such as from a lost database, keeps nobody waiting. */
const PATIENCE = 1000

/**
 * The cache before the app. What is kept is free; what has to be made counts for whoever asks. Beyond that it is `whole`
 * that answers, for them alone: there it counts once more (`src/http/kept.ts`), and ends in a 429.
 */
export function keptAnswers(shop: Shop, app: Hono<Env>, whole: RequestListener): PageCache {
  const { appOrigin, stalePagesMinutes } = shop.config
  const keptAs = (path: string) => routeTagOf(app, 'GET', path).kept
  return new PageCache({
    keptAs,
    render: async (url, asks) => {
      // Of a page that cannot be made, a person reads in words.
      const headers = { Accept: keptAs(partsOf(url).path) === 'page' ? 'text/html' : '*/*' }
      return app.fetch(new Request(new URL(url, appOrigin), { headers }), { asks })
    },
    admits: async (request, response) => {
      const isAdmitted = await isWithinRation(shop, app, request)
      if (!isAdmitted) void whole(request, response)
      return isAdmitted
    },
    inTurn: async (visit, work) => {
      const { request, response } = visit
      const { path } = partsOf(request.url ?? '')
      if (isNoLink((name) => request.headers[name], path, appOrigin)) return void whole(request, response)
      const make = () => askedFrom.run(addressIn(shop, request), work)
      return inItsTurn(shop, turnOf(shop, visit), make).catch((error) => {
        if (!(error instanceof Refusal)) throw error
        return void whole(request, response)
      })
    },
    staleFor: stalePagesMinutes * MINUTE,
  })
}

const turnOf = (shop: Shop, { request, response }: Visit): Turn => ({
  kind: kindOfRead(new URLSearchParams(partsOf(request.url ?? '').query).get('q')),
  of: addressIn(shop, request),
  response,
})

const addressIn = (shop: Shop, request: IncomingMessage) =>
  addressFrom(shop, request, `${request.headers['x-forwarded-for'] ?? ''}`)

async function isWithinRation(shop: Shop, app: Hono<Env>, request: IncomingMessage) {
  const { path, query } = partsOf(request.url ?? '')
  const isMadeUp = query || isOneOfMany(app, 'GET', path)
  const ration = routeTagOf(app, 'GET', path).ration ?? (isMadeUp && OF_QUERIES)
  if (!ration) return true
  const counted = take(shop, ration, addressIn(shop, request)).then(
    () => true,
    (error) => !(error instanceof Refusal),
  )
  return Promise.race([counted, wait(PATIENCE, true, { ref: false })])
}
