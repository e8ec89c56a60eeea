import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from '../http/request-context.ts'
import { type Guard, tagged } from '../http/route-tags.ts'
import { byOwnTurns } from '../http/turns.ts'
import { Refusal } from '../wire/refusal.ts'
import { userOfToken } from './access-tokens.ts'
import { type Actor, isSync } from './contract.ts'
import { may, type Permission } from './permissions.ts'
import { notAllowed } from './still-may.ts'

type Check = (c: Context<Env>) => Promise<Actor | undefined>

/** The user of a valid bearer token, if the request has one. */
export const byBearer: Check = async (c) => {
  const [scheme, token] = (c.req.header('authorization') ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'bearer' || !token) return undefined
  return userOfToken(c.get('shop'), token)
}

/** The user of the identity cookie, for reads that our own page sends. */
const byOwnPage: Check = async (c) => {
  const site = c.req.header('sec-fetch-site')
  const isOurs = site ? site === 'same-origin' : c.req.header('origin') === c.get('shop').config.appOrigin
  return isOurs ? c.get('shop').auth.userOfCookie(c.req.raw.headers) : undefined
}

/** Whether our own page sent the request, by two headers that only the browser can set. */
export function isFromOwnPage(c: Context<Env>) {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (!origin) return site === 'same-origin'
  return origin === c.get('shop').config.appOrigin && (!site || site === 'same-origin')
}

/** The user of the identity cookie for the sync, the one write that accepts it. */
const bySync: Check = async (c) => (isFromOwnPage(c) ? c.get('shop').auth.userOfCookie(c.req.raw.headers) : undefined)

/** The user of the bearer or the cookie. A stream asks again while it runs. */
export const byBearerOrPage: Check = async (c) => (await byBearer(c)) ?? (await byOwnPage(c))

function guard(tag: Guard, check: Check, permission?: Permission): MiddlewareHandler<Env> {
  return tagged(
    async (c, next) => {
      const user = await check(c)
      if (!user) throw new Refusal('unauthenticated', 'Sign in first.')
      if (permission && !may(user, permission)) throw notAllowed()
      c.set('user', user)
      c.header('Cache-Control', 'no-store')
      return byOwnTurns(c, next)
    },
    { guard: tag, permission },
  )
}

export const anyone: MiddlewareHandler<Env> = tagged((_, next) => next(), { guard: 'anyone' })
/** Needs the bearer: for every call that changes something, and the reads that the specification gives a bearer. */
export const signedIn = guard('bearer', byBearer)
/** Needs the bearer of a user with this permission; a write asks `stillMay` in its transaction, too. */
export const allowed = (permission: Permission) => guard('bearer', byBearer, permission)
/**
 * For the reads that the specification makes without an authorization header: the bearer, or the cookie from our own
 * page.
 */
export const reader = guard('bearer or cookie', byBearerOrPage)
export const allowedToRead = (permission: Permission) => guard('bearer or cookie', byBearerOrPage, permission)

/** PUT /user/{email}, two calls in one: the sync by the cookie and the profile by the bearer. */
export const syncing = guard('bearer or cookie', async (c) => ((await asksForSync(c)) ? bySync(c) : byBearer(c)))

/** Reads the body, which a later piece of the route line checks. */
export async function asksForSync(c: Context<Env>) {
  try {
    return isSync(JSON.parse(await c.req.text()))
  } catch {
    return false
  }
}
