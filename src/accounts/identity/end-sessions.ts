import { and, eq, gt } from 'drizzle-orm'
import { record } from '../../audit/audit.ts'
import { transact } from '../../database/db.ts'
import type { Shop } from '../../shop.ts'
import { Refusal } from '../../wire/refusal.ts'
import type { Actor, SessionsEnded } from '../contract.ts'
import { stillMay } from '../still-may.ts'
import { sessions } from '../table.server.ts'
import { lockUsers } from './identity-rows.ts'

type Ending = { id: string; session?: string }

/**
 * Ends all sessions of another user, or one of them, with their tokens, and writes the audit log; without a session
 * nothing happens. Password and links stay. Throws Refusal conflict for one's own sessions, not_found for an unknown
 * account or session.
 */
export async function endSessionsOf(
  { db, clock }: Shop,
  actor: Actor,
  { id, session }: Ending,
): Promise<SessionsEnded> {
  if (id === actor.id) throw new Refusal('conflict', 'These are your own sessions. End them on the page Security.')
  return transact(db, async (tx) => {
    // Two admins who end each other's sessions wait for each other. A sign-in waits too, because a session refers to its
    // user.
    const locked = await lockUsers(tx, [actor.id, id])
    await stillMay(tx, actor, 'people.signOut')
    if (!locked.some((user) => user.id === id && !user.closedAt)) throw new Refusal('not_found', 'Nobody has this id.')
    const at = clock.now()
    const live = and(eq(sessions.userId, id), gt(sessions.expiresAt, at))
    const before = await tx.$count(sessions, live)
    const ended = await tx
      .delete(sessions)
      .where(session ? and(live, eq(sessions.id, session)) : live)
      .returning({ id: sessions.id })
    if (session && ended.length === 0) throw new Refusal('not_found', 'There is no such session.')
    if (ended.length > 0) {
      const change = { before: { sessions: before }, after: { sessions: before - ended.length } }
      await record(tx, { at, actor, action: 'session.end', subject: id, ...change })
    }
    return { _id: id, ended: ended.length }
  })
}
