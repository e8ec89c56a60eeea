import type { ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler, Next } from 'hono'
import { inTurnByKey, NoTurn } from '../database/in-turn.ts'
import type { Shop } from '../shop.ts'
import { tooMany } from '../wire/refusal.ts'
import { addressOf } from './rate-limit.ts'
import type { Env } from './request-context.ts'

/**
 * So many requests of a client address are worked on at once: however many it sends, those of others come between them.
 * A write waits for the database or for Stripe most of its time. A search ranks or sorts all that it finds. Of one user,
 * from wherever, there are fewer writes: each may wait for the others with a connection of its own.
 */
const AT_ONCE = { search: 1, read: 6, write: 16, own: 6 }
/** Milliseconds that a turn lasts at least: what is refused at once would else take all the time there is. */
const TURN = { search: 3, read: 15, write: 15 }
/** How many requests of an address, or of a user, may wait for each kind of turn: each takes memory. */
const MOST_WAITING = 1000

const turns = {
  search: inTurnByKey(AT_ONCE.search, TURN.search, MOST_WAITING),
  read: inTurnByKey(AT_ONCE.read, TURN.read, MOST_WAITING),
  write: inTurnByKey(AT_ONCE.write, TURN.write, MOST_WAITING),
  own: inTurnByKey(AT_ONCE.own, 0, MOST_WAITING),
}
/** `response`: once it closes, its request waits no more. */
export type Turn = { kind: keyof typeof turns; of: string; response?: ServerResponse | undefined }

/** The kind of a read, by the words in its query. */
export const kindOfRead = (words: string | null | undefined) => (words ? 'search' : 'read')

/**
 * Runs `work` when it is the turn of this address or user; the limits of requests switch turns off, too. Undefined when
 * the client has left before. Throws Refusal too_many_requests when too many requests of the address or user wait.
 */
export async function inItsTurn<T>(
  { config }: Pick<Shop, 'config'>,
  { kind, of, response }: Turn,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (!config.rateLimit) return work()
  try {
    return await turns[kind](of, work, response)
  } catch (error) {
    if (!(error instanceof NoTurn)) throw error
    if (response?.destroyed) return undefined
    throw tooMany('Too many requests wait. Try again in a moment.', 5)
  }
}

/** Whether the request comes from a page that is being made, which has been counted and has its turn. */
export const isOfPage = ({ asks, isOfPage: is }: Partial<Env['Bindings']> = {}) => Boolean(asks || is)

export const isRead = ({ req: { method } }: Context<Env>) => method === 'GET' || method === 'HEAD'

/** The turn that a request takes, of its client address unless told. */
export const turnOf = (c: Context<Env>, kind: Turn['kind'], of = addressOf(c)): Turn => ({
  kind,
  of,
  response: (c.env as Partial<HttpBindings> | undefined)?.outgoing,
})

/** Runs the rest of a request when it is its turn. Nothing is done for a client that has left meanwhile. */
async function restInTurn(c: Context<Env>, turn: Turn, next: Next) {
  const rest = async () => {
    await next()
    return true
  }
  const isDone = await inItsTurn(c.get('shop'), turn, rest)
  return isDone ? undefined : c.body(null, 503)
}

/** The turns of client addresses. */
export const byTurns: MiddlewareHandler<Env> = async (c, next) =>
  isOfPage(c.env) ? next() : restInTurn(c, turnOf(c, isRead(c) ? kindOfRead(c.req.query('q')) : 'write'), next)

/** The turns of users, for their writes. */
export const byOwnTurns: MiddlewareHandler<Env> = async (c, next) =>
  isRead(c) ? next() : restInTurn(c, turnOf(c, 'own', c.get('user').id), next)
