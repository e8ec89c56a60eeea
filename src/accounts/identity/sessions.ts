import { and, countDistinct, desc, eq, gt, inArray, max, ne, sql } from 'drizzle-orm'
import { type Db, transact } from '../../database/db.ts'
import type { Shop } from '../../shop.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { Actor, SessionOfMine, SessionOfPerson, User } from '../contract.ts'
import { stillTheirs } from '../still-may.ts'
import { accessTokens, sessions } from '../table.server.ts'
import { deviceOf } from './device.ts'

const TOKEN_LIFE = sql`interval '1 hour'`

/** A session gets a new token every hour; that counts as its last use. */
const used = sql<Date>`greatest(${max(sessions.updatedAt)}, ${max(accessTokens.expiresAt)} - ${TOKEN_LIFE})`

/** The number of live sessions of these users and when one of them was last used, by user id. */
export async function sessionsAmong(db: Db, ids: string[], now: Date) {
  if (ids.length === 0) return new Map<string, { count: number; usedAt: Date }>()
  const rows = await db
    .select({
      userId: sessions.userId,
      count: countDistinct(sessions.id),
      usedAt: used.mapWith(sessions.updatedAt),
    })
    .from(sessions)
    .leftJoin(accessTokens, eq(accessTokens.sessionId, sessions.id))
    .where(and(inArray(sessions.userId, ids), gt(sessions.expiresAt, now)))
    .groupBy(sessions.userId)
  return new Map(rows.map(({ userId, ...of }) => [userId, of]))
}

/** A user's live sessions, the latest first. */
export async function sessionsOf({ db, clock }: Shop, { id }: Pick<User, 'id'>): Promise<SessionOfPerson[]> {
  const rows = await db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      usedAt: used.mapWith(sessions.updatedAt),
    })
    .from(sessions)
    .leftJoin(accessTokens, eq(accessTokens.sessionId, sessions.id))
    .where(and(eq(sessions.userId, id), gt(sessions.expiresAt, clock.now())))
    .groupBy(sessions.id)
    .orderBy(desc(sessions.id))
  return rows.map(({ id: _id, userAgent, createdAt, usedAt }) => ({
    _id,
    ...deviceOf(userAgent ?? ''),
    createdAt: createdAt.toISOString(),
    usedAt: usedAt.toISOString(),
  }))
}

/** The user's own sessions; `here` marks the one that asks. */
export async function mySessions(shop: Shop, user: Actor): Promise<SessionOfMine[]> {
  const all = await sessionsOf(shop, user)
  return all.map((session) => ({ ...session, here: session._id === user.sessionId }))
}

/** Ends one of the user's own sessions with its tokens. Throws Refusal not_found for any other. */
export const endSession = ({ db }: Shop, user: Actor, id: string) =>
  transact(db, async (tx) => {
    await stillTheirs(tx, user)
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.userId, user.id)))
      .returning({ id: sessions.id })
    if (ended.length === 0) throw new Refusal('not_found', 'There is no such session.')
  })

export const endOtherSessions = ({ db }: Shop, user: Actor) =>
  transact(db, async (tx) => {
    await stillTheirs(tx, user)
    await tx.delete(sessions).where(and(eq(sessions.userId, user.id), ne(sessions.id, user.sessionId)))
  })
