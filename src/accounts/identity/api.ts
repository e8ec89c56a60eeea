import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { body } from '../../http/body.ts'
import { inEvenTime } from '../../http/even-time.ts'
import { limited } from '../../http/rate-limit.ts'
import type { Env } from '../../http/request-context.ts'
import { answers } from '../../http/route-tags.ts'
import { Refusal } from '../../wire/refusal.ts'
import { whyNotRegistered } from '../accounts.ts'
import { DONE, Done, Email, LinkToken, Login, Password, PasswordChange, Registration } from '../contract.ts'
import { idOfPerson } from '../find-people.ts'
import { endGoogle, keepOpener, startGoogle } from '../google/popup-pages.ts'
import { anyone, isFromOwnPage, signedIn } from '../guards.ts'
import { accountToReaddress, confirmEmailChange, takeBackAddress } from './change-email.ts'
import { changePassword, refuseCommon, requestReset, resetPassword } from './passwords.ts'
import { countingWrongPasswords, forgetWrongPasswords, pointOfUnknownDevice, withDevice } from './sign-in-limits.ts'
import { disown, emailToVerify, resendVerification, verifyByPassword, verifyBySession } from './verify-email.ts'

const HOUR = 3600

const ForEmail = z.object({ email: Email })
/** A form without a password field sends an empty one. */
const Verification = LinkToken.extend({ password: z.string().max(128).optional() })
const NewPassword = LinkToken.extend({ newPassword: Password })
const SignOut = z.object({})

const linksAllowed = (call: string) => limited(call, { points: 30, seconds: 600, by: 'address' })

/**
 * Identity under /api/auth. Only these routes of better-auth can be reached, each with the fields named here, so that
 * no role, picture or page address can be added.
 */
export const authApi = new Hono<Env>()
  .use(async (c, next) => {
    const writesByCookie = c.req.method === 'POST' && c.req.header('cookie')
    if (writesByCookie && !isFromOwnPage(c)) throw new Refusal('forbidden', 'Do this on a page of the shop.')
    await next()
  })
  .post(
    '/sign-up/email',
    anyone,
    limited('sign-up', { points: 10, seconds: 600, by: 'site' }),
    body(Registration),
    answers(200, undefined, 'Register, and sign in'),
    async (c) => {
      const { name, email, password } = c.req.valid('json')
      await refuseCommon(password, 'password')
      const { auth, config } = c.get('shop')
      const hash = await auth.hash(password)
      const response = await auth.signUp(requestOf(c, { name, email, password }), hash)
      if (response.status === 422) throw await whyNotRegistered(c.get('shop'), email)
      return response.ok ? withDevice(config, { email, hash }, response) : response
    },
  )
  .post(
    '/sign-in/email',
    anyone,
    body(Login),
    limited('sign-in', {
      points: 100,
      seconds: 600,
      by: 'address',
      weight: (c) => pointOfUnknownDevice(c, emailIn(c)),
    }),
    answers(200, undefined, 'Sign in with a password'),
    (c) => {
      const { email, password } = c.req.valid('json')
      return countingWrongPasswords(c, { email }, () => pass(c, { email, password }))
    },
  )
  .post('/sign-out', anyone, body(SignOut), answers(200, undefined, 'Sign out'), async (c) => {
    // Reads the session first, because better-auth reports a sign-out as done even when its query failed.
    await c.get('shop').auth.userOfCookie(c.req.raw.headers)
    return pass(c, {})
  })
  .get('/get-session', anyone, answers(200, undefined, 'Tell who is signed in here'), (c) => pass(c))
  .post(
    '/send-verification-email',
    anyone,
    limited('resend', { points: 5, seconds: 600, by: 'site' }),
    body(ForEmail),
    limited('resend to an address', { points: 4, seconds: HOUR, by: addressAsked }),
    answers(200, Done, 'Send the mail that proves an address once more'),
    async (c) => {
      await inEvenTime(resendVerification(c.get('shop'), c.req.valid('json').email))
      return c.json(DONE)
    },
  )
  .post(
    '/verify-email',
    anyone,
    linksAllowed('verify'),
    body(Verification),
    answers(200, Done, 'Prove an address by the link of a mail'),
    async (c) => {
      const { token, password } = c.req.valid('json')
      const shop = c.get('shop')
      const { headers } = c.req.raw
      if (!password) {
        const here = await shop.auth.userOfCookie(headers)
        await verifyBySession(shop, { token, sessionId: here?.sessionId })
        return c.json(DONE)
      }
      return countingWrongPasswords(c, { email: await emailToVerify(shop, token) }, async () =>
        withCookies(c.json(DONE), await verifyByPassword(shop, { token, password, headers })),
      )
    },
  )
  .post(
    '/not-me',
    anyone,
    linksAllowed('not me'),
    body(LinkToken),
    answers(200, Done, 'Say that an account is not of this address'),
    async (c) => {
      await disown(c.get('shop'), c.req.valid('json').token)
      return c.json(DONE)
    },
  )
  .post(
    '/confirm-email',
    anyone,
    linksAllowed('confirm'),
    body(Verification),
    answers(200, Done, 'Give an account its new e-mail by the link of a mail'),
    async (c) => {
      const { token, password } = c.req.valid('json')
      const shop = c.get('shop')
      const { headers } = c.req.raw
      const confirm = async (sessionId?: string) => {
        const changed = await confirmEmailChange(shop, { token, password, sessionId, headers })
        return withDevice(shop.config, changed, withCookies(c.json(DONE), changed.cookies))
      }
      if (!password) return confirm((await shop.auth.userOfCookie(headers))?.sessionId)
      return countingWrongPasswords(c, await accountToReaddress(shop, token), confirm)
    },
  )
  .post(
    '/take-back',
    anyone,
    linksAllowed('take back'),
    body(LinkToken),
    answers(200, Done, 'Give an account its e-mail of before'),
    async (c) => {
      await takeBackAddress(c.get('shop'), c.req.valid('json').token)
      return c.json(DONE)
    },
  )
  .post(
    '/request-password-reset',
    anyone,
    limited('reset', { points: 5, seconds: 600, by: 'site' }),
    body(ForEmail),
    limited('reset of an address', { points: 4, seconds: HOUR, by: addressAsked }),
    answers(200, Done, 'Ask for the mail that resets a password'),
    async (c) => {
      await inEvenTime(requestReset(c.get('shop'), c.req.valid('json').email))
      return c.json(DONE)
    },
  )
  .post(
    '/reset-password',
    anyone,
    limited('new password', { points: 10, seconds: 600, by: 'address' }),
    body(NewPassword),
    answers(200, Done, 'Choose a new password'),
    async (c) => {
      const shop = c.get('shop')
      const changed = await resetPassword(shop, c.req.valid('json'))
      await forgetWrongPasswords(shop, changed.email)
      return withDevice(shop.config, changed, c.json(DONE))
    },
  )
  .post(
    '/change-password',
    signedIn,
    limited('password change', { points: 5, seconds: 60, by: 'user' }),
    body(PasswordChange),
    answers(200, Done, 'Change your password'),
    async (c) => {
      const [shop, user] = [c.get('shop'), c.get('user')]
      const { hash, cookies } = await changePassword(shop, user, { ...c.req.valid('json'), headers: c.req.raw.headers })
      return withDevice(shop.config, { email: user.email, hash }, withCookies(c.json(DONE), cookies))
    },
  )
  .get(
    '/google/start',
    anyone,
    limited('google', { points: 30, seconds: 60, by: 'address' }),
    answers(302, undefined, 'Go to Google, in a window'),
    startGoogle,
  )
  .get('/google/done', anyone, answers(200, undefined, 'End in that window'), endGoogle)
  .get(
    '/callback/google',
    anyone,
    // The code of each is sent on to Google.
    limited('google callback', { points: 30, seconds: 60, by: 'address' }),
    keepOpener,
    answers(302, undefined, 'Come back from Google'),
    (c) => pass(c),
  )

/** Passes the request to better-auth, with this body in place of the one that was sent. */
const pass = (c: Context<Env>, json?: object) => c.get('shop').auth.handler(requestOf(c, json))

function requestOf(c: Context<Env>, json?: object) {
  const { method, url } = c.req.raw
  const { pathname, search } = new URL(url)
  const headers = new Headers(c.req.raw.headers)
  headers.delete('content-length')
  const sent = json ? { body: JSON.stringify(json) } : {}
  const target = `${c.get('shop').config.appOrigin}${pathname}${search}`
  return new Request(target, { method, headers, ...sent })
}

function withCookies(response: Response, cookies: string[]) {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
  return response
}

function emailIn(c: Context<Env>) {
  return (c.req.valid as (target: string) => { email: string })('json').email
}

/**
 * Each spelling of an address is counted by itself, so that no other one tells whether it has an account. An address without
 * an account is counted apart, so that an owner who registers within the hour still has all four.
 */
async function addressAsked(c: Context<Env>) {
  const email = emailIn(c)
  return (await idOfPerson(c.get('shop').db, email)) ?? `nobody at ${email}`
}
