import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import type { Config } from '../../config/config.ts'
import { siteOf } from '../../http/networks.ts'
import { addressOf, forget, returnPoint, take, taken } from '../../http/rate-limit.ts'
import type { Env } from '../../http/request-context.ts'
import type { Limit } from '../../http/route-tags.ts'
import type { Shop } from '../../shop.ts'
import { Refusal } from '../../wire/refusal.ts'
import { passwordHashOfEmail } from './identity-rows.ts'

/** One user mistyping at one address. */
const PAIR: Limit = { name: 'wrong password', points: 5, seconds: 60 }
/** One user mistyping on a device that has signed in before: nobody else at its address can use up this count. */
const KNOWN: Limit = { name: 'wrong password on a known device', points: 5, seconds: 60 }
/** Sign-ins on such a device, also with the right password. */
const SIGN_INS: Limit = { name: 'sign-in on a known device', points: 30, seconds: 600 }
/** One address trying many users. */
const PLACE: Limit = { name: 'wrong passwords of an address', points: 60, seconds: 600 }
/** Many places trying one person: counted, and never refused by itself. */
const PERSON: Limit = { name: 'wrong passwords for an account', points: Number.MAX_SAFE_INTEGER, seconds: 3600 }

/**
 * Wrong passwords in an hour after which an unknown device waits between its tries; each further ten double the wait.
 */
const FREE = 50
const DOUBLED_EVERY = 10
const LONGEST_WAIT = 60

const DEVICE_LIFE = 365 * 86_400

/** An account by its address; `becomes` is its address after the request. */
type Account = { email: string; becomes?: string }

/**
 * Counts wrong passwords. The point is taken before the check, so that parallel tries count, and given back when the
 * password was right. Tries from other places never close the account: an unknown device waits for its own tries alone.
 */
export async function countingWrongPasswords(c: Context<Env>, account: Account, signIn: () => Promise<Response>) {
  const { email, becomes = email } = account
  const shop = c.get('shop')
  const place = addressOf(c)
  const hash = await passwordHashOfEmail(shop.db, email)
  const pair = `${place} ${email}`
  const isKnown = isKnownDevice(c, { email, hash })
  if (!isKnown) await waitOfUnknownDevice(shop, place, email)
  const counts = isKnown
    ? ([[KNOWN, pair]] as const)
    : ([
        [PAIR, pair],
        [PLACE, siteOf(place)],
        [PERSON, email],
      ] as const)
  for (const [limit, key] of counts) await take(shop, limit, key)
  let isWrong = false
  try {
    const response = await signIn()
    isWrong = response.status === 401
    if (!response.ok) return response
    await refuseIfChanged(shop, { email: becomes, hash }, response)
    return withDevice(shop.config, { email: becomes, hash }, response)
  } catch (error) {
    isWrong = error instanceof Refusal && error.code === 'unauthenticated'
    throw error
  } finally {
    if (!isWrong) for (const [limit, key] of counts) await returnPoint(shop, limit, key)
  }
}

/** The weight of a sign-in among those of its address: none on a device that has signed in before, which has a count of its own. */
export async function pointOfUnknownDevice(c: Context<Env>, email: string) {
  const shop = c.get('shop')
  const isMaybe = getCookie(c, cookieName(shop.config)) !== undefined
  const isKnown = isMaybe && isKnownDevice(c, { email, hash: await passwordHashOfEmail(shop.db, email) })
  if (isKnown) await take(shop, SIGN_INS, `${addressOf(c)} ${email}`)
  return isKnown ? 0 : 1
}

/** Resets the count of wrong passwords after a new password. */
export const forgetWrongPasswords = (shop: Shop, email: string) => forget(shop, PERSON, email)

async function waitOfUnknownDevice(shop: Shop, place: string, email: string) {
  const wrong = await taken(shop, PERSON, email)
  if (wrong < FREE) return
  const seconds = Math.min(LONGEST_WAIT, 2 ** Math.floor((wrong - FREE) / DOUBLED_EVERY))
  await take(shop, { name: `unknown device ${seconds}`, points: 1, seconds }, `${place} ${email}`)
}

type Known = { email: string; hash: string | undefined }

/**
 * Refuses a sign-in whose password was changed while it was checked. The change locks the user's row and the new
 * session waits for that lock, so either this check sees the change or the change has ended the session.
 */
async function refuseIfChanged({ db, auth }: Shop, { email, hash }: Known, response: Response) {
  if ((await passwordHashOfEmail(db, email)) === hash) return
  await auth.signOut(response.headers.getSetCookie())
  throw new Refusal('unauthenticated', 'Invalid email or password.')
}

/** Sets the cookie of a device that has signed in before; a new password ends it. */
export function withDevice(config: Config, known: Known, response: Response) {
  const secure = config.appOrigin.startsWith('https:')
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: DEVICE_LIFE } as const
  response.headers.append('Set-Cookie', generateCookie(cookieName(config), proofOf(config, known), options))
  return response
}

const proofOf = ({ authSecret }: Config, { email, hash = '' }: Known) =>
  createHmac('sha256', authSecret).update(`known device ${email} ${hash}`).digest('base64url')

const cookieName = ({ appOrigin }: Config) =>
  appOrigin.startsWith('https:') ? '__Host-parts-house.device' : 'parts-house.device'

function isKnownDevice(c: Context<Env>, known: Known) {
  const { config } = c.get('shop')
  const sent = Buffer.from(getCookie(c, cookieName(config)) ?? '')
  const real = Buffer.from(proofOf(config, known))
  return sent.length === real.length && timingSafeEqual(sent, real)
}
