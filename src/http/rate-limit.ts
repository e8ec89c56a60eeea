import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { User } from '../accounts/contract.ts'
import type { Db, Pool } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { tooMany } from '../wire/refusal.ts'
import { askedFrom } from './asked-from.ts'
import { inLongTurn } from './long-turns.ts'
import { networkOf, siteOf } from './networks.ts'
import type { Env } from './request-context.ts'
import { type Limit, tagged } from './route-tags.ts'

type Rule = Omit<Limit, 'name'> & {
  /** `site`: what few may do at a time, as write to the mailboxes of others. */
  by: 'address' | 'site' | 'user' | ((c: Context<Env>) => string | Promise<string>)
  /** How many points a request takes; one where it is absent. */
  weight?: (c: Context<Env>) => number | Promise<number>
  /** Whether what takes several points waits for a long turn; what asks Stripe would hold one for too long. */
  byTurns?: boolean
}

/**
 * Refuses requests that come too often with 429 and Retry-After. It stands after the guard to count by user, and after
 * the body or the parameter to weigh it. A page for the cache was counted for the client that asked, so its own calls are not counted.
 */
export function limited(name: string, { by, weight, byTurns, ...limit }: Rule): MiddlewareHandler<Env> {
  return tagged(
    async (c, next) => {
      const shop = c.get('shop')
      if (!shop.config.rateLimit || c.env?.asks) return next()
      const points = (await weight?.(c)) ?? 1
      if (points > 0) await take(shop, { name, ...limit, weight: points }, await keyOf(c, by))
      return byTurns && points > 1 ? inLongTurn(siteOf(addressOf(c)), next) : next()
    },
    { limit: name, ...(by === 'address' && { ration: { name, ...limit } }) },
  )
}

/** The weight of a list: a point for every so many lines of its body. */
export const pointPerLines = (count: number) => (c: Context<Env>) => {
  const { lines } = (c.req.valid as (target: string) => { lines: unknown[] })('json')
  return Math.ceil(lines.length / count)
}

export type CountLines<Sent> = (db: Db, user: User, sent: Sent) => Promise<number>

/** The weight of what a path or a query names: a point for every so many lines that `countLines` finds in it. */
export const pointPerLinesOf =
  <Sent>(from: 'param' | 'query', countLines: CountLines<Sent>, count: number) =>
  async (c: Context<Env>) => {
    const sent = (c.req.valid as (target: string) => Sent)(from)
    return Math.max(1, Math.ceil((await countLines(c.get('shop').db, c.get('user'), sent)) / count))
  }

/**
 * The weight of lines that are judged anew, those sent and those stored: none for fewer than `count`, else a point more
 * than there are full `count`s, so that they wait for a long turn.
 */
export const pointPerFull =
  <Sent>(count: number, countStored?: CountLines<Sent>) =>
  async (c: Context<Env>) => {
    const valid = (target: string) => (c.req.valid as (target: string) => unknown)(target)
    const { lines = [] } = (valid('json') ?? {}) as { lines?: unknown[] }
    const stored = await countStored?.(c.get('shop').db, c.get('user'), valid('param') as Sent)
    const full = Math.floor((lines.length + (stored ?? 0)) / count)
    return full > 0 ? full + 1 : 0
  }

function keyOf(c: Context<Env>, by: Rule['by']) {
  if (typeof by === 'function') return by(c)
  if (by === 'user') return c.get('user').id
  return by === 'site' ? siteOf(addressOf(c)) : addressOf(c)
}

type Sent = Pick<IncomingMessage, 'socket'>
type Taken = Limit & { weight?: number | undefined }

/** Takes points, shared by every node of the shop; throws Refusal too_many_requests when there are too few left. */
export async function take({ config, pool }: Pick<Shop, 'config' | 'pool'>, { weight, ...limit }: Taken, key: string) {
  if (!config.rateLimit) return
  try {
    await limiterOf(pool, limit).consume(hashOf(key), weight)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000))
    throw tooMany(`Too many tries. Wait ${inWords(retryAfter)} and try again.`, retryAfter)
  }
}

/** How many points are taken at present. */
export async function taken({ config, pool }: Shop, limit: Limit, key: string) {
  if (!config.rateLimit) return 0
  return (await limiterOf(pool, limit).get(hashOf(key)))?.consumedPoints ?? 0
}

/** Gives all points back. */
export async function forget({ config, pool }: Shop, limit: Limit, key: string) {
  if (config.rateLimit) await limiterOf(pool, limit).delete(hashOf(key))
}

/** Gives the point back, when what was done turned out not to count. */
export async function returnPoint({ config, pool }: Shop, limit: Limit, key: string) {
  if (config.rateLimit) await limiterOf(pool, limit).reward(hashOf(key))
}

const limiters = new WeakMap<Pool, Map<string, RateLimiterPostgres>>()

function limiterOf(pool: Pool, { name, points, seconds }: Limit) {
  const known = limiters.get(pool) ?? new Map<string, RateLimiterPostgres>()
  limiters.set(pool, known)
  const limiter =
    known.get(name) ??
    new RateLimiterPostgres({
      // Not the connection for short reads: a count may wait for another of the same key, and all reads behind it.
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: known.size === 0,
      keyPrefix: name,
      points,
      duration: seconds,
    })
  known.set(name, limiter)
  return limiter
}

const hashOf = (key: string) => hash('sha256', key, 'base64url').slice(0, 22)

function inWords(seconds: number) {
  const [count, unit] = countOf(seconds)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

function countOf(seconds: number) {
  if (seconds > 5400) return [Math.ceil(seconds / 3600), 'hour'] as const
  return seconds > 90 ? ([Math.ceil(seconds / 60), 'minute'] as const) : ([seconds, 'second'] as const)
}

/** The client address of a call or a page; of one that the cache makes, the address for which it is made. */
export function addressOf(c: Context<Env>): string {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>
  if (!incoming) return askedFrom.getStore() ?? 'local'
  return addressFrom(c.get('shop'), incoming, c.req.header('x-forwarded-for'))
}

/**
 * Whose request it is: the socket's address, or the last one in X-Forwarded-For that is no trusted proxy, and that only
 * when a trusted proxy speaks. What stands before an entry that is no address may be invented, so then it is the
 * socket's. IPv6 counts by its /56, since a customer has that much of it.
 */
export function addressFrom({ config }: Pick<Shop, 'config'>, request?: Sent, forwardedFor = ''): string {
  const socket = request?.socket?.remoteAddress
  if (!socket) return 'local'
  const peer = plain(socket)
  const isProxy = proxiesOf(config.trustedProxies)
  const chain = forwardedFor.split(',').map(addressIn)
  const client = isProxy(peer) ? chain.findLast((address) => !address || !isProxy(address)) : peer
  return networkOf(client || peer)
}

/** The address of an entry, which some proxies write with a port or in brackets; empty for what is none. */
function addressIn(entry: string) {
  const [, inBrackets, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry.trim()) ?? []
  const address = inBrackets ?? withPort ?? entry.trim()
  return isIP(address) ? plain(address) : ''
}

/** An IPv4 address that came over IPv6 is the IPv4 one. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Whether the address of a socket is a trusted proxy's; a socket that is closed has none. */
export const isTrustedProxy = ({ config }: Pick<Shop, 'config'>, address?: string) =>
  address !== undefined && proxiesOf(config.trustedProxies)(plain(address))

const proxyLists = new WeakMap<string[], BlockList>()

function proxiesOf(trusted: string[]) {
  const known = proxyLists.get(trusted)
  const list = known ?? listOf(trusted)
  if (!known) proxyLists.set(trusted, list)
  return (address: string) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function listOf(trusted: string[]) {
  const list = new BlockList()
  for (const entry of trusted) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}
