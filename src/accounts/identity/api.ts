import { setTimeout as sleep } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { body } from '../../http/body.ts'
import { upTo } from '../../http/body-size.ts'
import { limited } from '../../http/rate-limit.ts'
import type { Env } from '../../http/request-context.ts'
import { Refusal } from '../../wire/refusal.ts'
import { Email, Login, Password, Registration } from '../contract.ts'
import { endGoogle, keepOpener, startGoogle } from '../google/popup-pages.ts'
import { anyone, isFromOwnPage, signedIn } from '../guards.ts'
import { isCommonPassword } from './common-passwords.ts'
import { countingWrongPasswords } from './sign-in-limits.ts'

const MOST = 10_240
/** How long a request for a reset takes at least, so that its time does not tell whether the address is known. */
const EVEN_TIME = 300
const HOUR = 3600
const VERIFIED = '/?verified=1'
const RESET = '/reset-password'

const ForEmail = z.object({ email: Email })
const NewPassword = z.object({ newPassword: Password, token: z.string().min(1).max(100) })
const PasswordChange = z.object({
  currentPassword: z.string().min(1, 'Password is Required').max(128),
  newPassword: Password,
})
const SignOut = z.object({})

/**
 * What the identity provider is asked from outside, under /api/auth: only these, and each with the fields named here, so
 * that nothing else of better-auth can be reached and no role, picture or address of a page can be slipped in.
 */
export const authApi = new Hono<Env>()
  .use(upTo(MOST))
  .use(async (c, next) => {
    const writesByCookie = c.req.method === 'POST' && c.req.header('cookie')
    if (writesByCookie && !isFromOwnPage(c)) throw new Refusal('forbidden', 'Do this on a page of the shop.')
    await next()
  })
  .post(
    '/sign-up/email',
    anyone,
    limited('sign-up', { points: 10, seconds: 600, by: 'address' }),
    body(Registration),
    async (c) => {
      const { name, email, password } = c.req.valid('json')
      await refuseCommon(password, 'password')
      return pass(c, { name, email, password, callbackURL: VERIFIED })
    },
  )
  .post('/sign-in/email', anyone, body(Login), (c) => {
    const { email, password } = c.req.valid('json')
    return countingWrongPasswords(c, email, () => pass(c, { email, password }))
  })
  .post('/sign-out', anyone, body(SignOut), async (c) => {
    // Asked first, because better-auth answers that somebody is out even when the database could not be told.
    await c.get('shop').auth.sessionOfCookie(c.req.raw.headers)
    return pass(c, {})
  })
  .get('/get-session', anyone, (c) => pass(c))
  .post(
    '/send-verification-email',
    anyone,
    limited('resend', { points: 5, seconds: 600, by: 'address' }),
    body(ForEmail),
    limited('resend to an address', { points: 4, seconds: HOUR, by: emailAsked }),
    (c) => pass(c, { ...c.req.valid('json'), callbackURL: VERIFIED }),
  )
  .get('/verify-email', anyone, (c) => open(c, { token: c.req.query('token') ?? '', callbackURL: VERIFIED }))
  .post(
    '/request-password-reset',
    anyone,
    limited('reset', { points: 5, seconds: 600, by: 'address' }),
    body(ForEmail),
    limited('reset of an address', { points: 4, seconds: HOUR, by: emailAsked }),
    async (c) => {
      const asked = pass(c, { ...c.req.valid('json'), redirectTo: RESET })
      const [response] = await Promise.all([asked, sleep(EVEN_TIME)])
      return response
    },
  )
  .get('/reset-password/:token', anyone, (c) => open(c, { callbackURL: RESET }))
  .post(
    '/reset-password',
    anyone,
    limited('new password', { points: 10, seconds: 600, by: 'address' }),
    body(NewPassword),
    async (c) => {
      const { newPassword, token } = c.req.valid('json')
      await refuseCommon(newPassword, 'newPassword')
      return pass(c, { newPassword, token })
    },
  )
  .post(
    '/change-password',
    signedIn,
    limited('password change', { points: 5, seconds: 60, by: 'user' }),
    body(PasswordChange),
    async (c) => {
      const { currentPassword, newPassword } = c.req.valid('json')
      await refuseCommon(newPassword, 'newPassword')
      return pass(c, { currentPassword, newPassword, revokeOtherSessions: true })
    },
  )
  .get('/google/start', anyone, limited('google', { points: 30, seconds: 60, by: 'address' }), startGoogle)
  .get('/google/done', anyone, endGoogle)
  .get('/callback/google', anyone, keepOpener, (c) => pass(c))

/** Hands the request to better-auth, with this body in place of what was sent. */
async function pass(c: Context<Env>, json?: object) {
  const { method, url } = c.req.raw
  const { pathname, search } = new URL(url)
  const headers = new Headers(c.req.raw.headers)
  headers.delete('content-length')
  const sent = json ? { body: JSON.stringify(json) } : {}
  const target = `${c.get('shop').config.appOrigin}${pathname}${search}`
  return c.get('shop').auth.handler(new Request(target, { method, headers, ...sent }))
}

/** A mail's link, which leads where it always does: a link that names another place has been tampered with. */
const open = (c: Context<Env>, query: Record<string, string>) => {
  const { pathname } = new URL(c.req.url)
  const target = `${c.get('shop').config.appOrigin}${pathname}?${new URLSearchParams(query)}`
  return c.get('shop').auth.handler(new Request(target, { headers: c.req.raw.headers }))
}

async function refuseCommon(password: string, field: string) {
  if (!(await isCommonPassword(password))) return
  throw new Refusal('invalid', 'This password is too common. Choose another.', field)
}

function emailAsked(c: Context<Env>) {
  return (c.req.valid as (target: string) => { email: string })('json').email
}
