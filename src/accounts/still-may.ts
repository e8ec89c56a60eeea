import { eq } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'
import type { User } from './contract.ts'
import { isLiveSession, isVerifiedForNow } from './identity/identity-rows.ts'
import { may, type Permission } from './permissions.ts'
import { sessions, users } from './table.server.ts'

export const notAllowed = () => new Refusal('forbidden', 'Only an admin may do this.')

/**
 * Repeats the guard's check within the transaction that writes, because a body may arrive long after the guard. The
 * lock makes a change of this role wait for the commit. Throws Refusal forbidden.
 */
export async function stillMay(tx: Db, { id }: User, permission: Permission) {
  const [now] = await tx.select({ role: users.role }).from(users).where(eq(users.id, id)).for('share')
  if (!now || !may(now, permission)) throw notAllowed()
}

/**
 * Repeats the guard's check for an unverified user within the transaction that writes, since the owner of the mailbox may
 * have taken the account over meanwhile, which ends all sessions. The lock makes that wait for the commit. Throws Refusal
 * unauthenticated.
 */
export async function stillTheirs(tx: Db, { id, emailVerified }: User) {
  if (emailVerified || !(await isVerifiedForNow(tx, id))) return
  if ((await tx.$count(sessions, eq(sessions.userId, id))) === 0) throw new Refusal('unauthenticated', 'Sign in first.')
}

type Here = { userId: string; sessionId: string; now: Date }

/**
 * Repeats the guard's check of the session within the transaction that writes what must not outlive it. The lock makes
 * whatever ends the sessions of a user wait for the commit, or this for its end. Throws Refusal unauthenticated.
 */
export async function stillHere(tx: Db, here: Here) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, here.userId)).for('share')
  if (!(await isLiveSession(tx, here))) throw new Refusal('unauthenticated', 'Sign in first.')
}
