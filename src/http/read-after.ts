import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { SECOND } from '../config/clock.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/db.ts'
import type { Position } from '../database/replicas.ts'
import type { Shop } from '../shop.ts'
import type { Change } from './change.ts'
import type { Env } from './request-context.ts'

const HEADER = 'X-Read-After'
/** Replicas that are further behind are passed over by then. */
const LIFE = 30 * SECOND

type Sent = { cookie?: string | undefined; 'x-read-after'?: string | string[] | undefined }

/** Tells who has written up to where their next reads have to look, by cookie and header; for 30 s. */
export async function tellPosition(c: Context<Env>, what: Change) {
  const { reads, config, clock } = c.get('shop')
  if (!reads.hasReplicas || !c.res.ok) return
  // The write is done, whatever becomes of this question.
  const position = await reads.position().catch(() => undefined)
  if (position === undefined) return
  reads.reached(position)
  const token = sealed(config.authSecret, [what, position.toString(16), clock.now().getTime() + LIFE].join('.'))
  c.header(HEADER, token)
  const secure = isHttps(config) ? '; Secure' : ''
  const of = `Max-Age=${LIFE / SECOND}; Path=/; HttpOnly; SameSite=Lax${secure}`
  c.header('Set-Cookie', `${cookieOf(config)}=${token}; ${of}`, { append: true })
}

/** Reads public data at a replica or the primary; a client that has written sees its own writes. */
export function reading<T>(c: Context<Env>, work: (db: Db) => Promise<T>): Promise<T> {
  const shop = c.get('shop')
  heed(shop, { cookie: c.req.header('cookie'), 'x-read-after': c.req.header(HEADER) })
  return shop.reads.at(work)
}

/** The change of a client that this node has not been notified of; from now on its reads show it. */
export function heed({ reads, config, clock }: Shop, { cookie = '', ...headers }: Sent): Change | undefined {
  if (!reads.hasReplicas) return undefined
  const token = headers['x-read-after'] ?? new RegExp(`(?:^|; )${cookieOf(config)}=([^;]*)`).exec(cookie)?.[1]
  if (typeof token !== 'string') return undefined
  const [what, position = '', until] = (opened(config.authSecret, token) ?? '').split('.')
  if (!what || Number(until) < clock.now().getTime()) return undefined
  return reads.reached(BigInt(`0x${position}`) satisfies Position) ? (what as Change) : undefined
}

const isHttps = ({ appOrigin }: Config) => appOrigin.startsWith('https:')
const cookieOf = (config: Config) => `${isHttps(config) ? '__Host-' : ''}parts-house.read_after`

const sealOf = (secret: string, text: string) =>
  createHmac('sha256', hash('sha256', `read after ${secret}`))
    .update(text)
    .digest('base64url')
    .slice(0, 22)

const sealed = (secret: string, text: string) => `${text}.${sealOf(secret, text)}`

/** A position that somebody made up would send all readers to the primary. */
function opened(secret: string, token: string) {
  const at = token.lastIndexOf('.')
  const [text, seal] = [token.slice(0, Math.max(at, 0)), Buffer.from(token.slice(at + 1))]
  const own = Buffer.from(sealOf(secret, text))
  return seal.length === own.length && timingSafeEqual(seal, own) ? text : undefined
}
