import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { generateCookie, getCookie } from 'hono/cookie'
import type { Config } from '../../config/config.ts'
import { addressOf, giveBack, type Limit, take } from '../../http/rate-limit.ts'
import type { Env } from '../../http/request-context.ts'
import { Refusal } from '../../wire/refusal.ts'

/** One person mistyping at one place. */
const PAIR: Limit = { name: 'wrong password', points: 5, seconds: 60 }
/** One place trying many people. */
const PLACE: Limit = { name: 'wrong passwords of an address', points: 60, seconds: 600 }
/** Many places trying one person; a device that this person signed in on before is left out, so nobody is locked out. */
const PERSON: Limit = { name: 'wrong passwords for an account', points: 50, seconds: 3600 }

const DEVICE_LIFE = 365 * 86_400

/** Counts wrong passwords: a point is taken before the try, so tries at once count too, and given back when it was right. */
export async function countingWrongPasswords(c: Context<Env>, email: string, signIn: () => Promise<Response>) {
  const shop = c.get('shop')
  const place = addressOf(c)
  const counts: [Limit, string][] = [
    [PAIR, `${place} ${email}`],
    [PLACE, place],
  ]
  if (!isKnownDevice(c, email)) counts.push([PERSON, email])
  for (const [limit, key] of counts) await take(shop, limit, key)
  let isWrong = false
  try {
    const response = await signIn()
    isWrong = response.status === 401
    if (response.ok) response.headers.append('Set-Cookie', deviceCookie(shop.config, email))
    return response
  } catch (error) {
    isWrong = error instanceof Refusal && error.code === 'unauthenticated'
    throw error
  } finally {
    if (!isWrong) for (const [limit, key] of counts) await giveBack(shop, limit, key)
  }
}

const proofOf = ({ authSecret }: Config, email: string) =>
  createHmac('sha256', authSecret).update(`known device ${email}`).digest('base64url')

const cookieName = ({ appOrigin }: Config) =>
  appOrigin.startsWith('https:') ? '__Host-parts-house.device' : 'parts-house.device'

function isKnownDevice(c: Context<Env>, email: string) {
  const { config } = c.get('shop')
  const [sent, real] = [getCookie(c, cookieName(config)) ?? '', proofOf(config, email)].map((text) => Buffer.from(text))
  return sent !== undefined && real !== undefined && sent.length === real.length && timingSafeEqual(sent, real)
}

function deviceCookie(config: Config, email: string) {
  const secure = config.appOrigin.startsWith('https:')
  const options = { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: DEVICE_LIFE } as const
  return generateCookie(cookieName(config), proofOf(config, email), options)
}
