import { and, eq, isNull, type Placeholder, sql } from 'drizzle-orm'
import { type Db, together } from '../database/db.ts'
import { prepared } from '../database/hot-statements.ts'
import { Refusal } from '../wire/refusal.ts'
import type { User } from './contract.ts'
import { isLiveSession } from './identity/identity-rows.ts'
import { may, type Permission } from './permissions.ts'
import { sessions, users, WHO } from './table.server.ts'

export const notAllowed = () => new Refusal('forbidden', 'Only an admin may do this.')

/**
 * Repeats the guard's check within the transaction that writes, because a body may arrive long after the guard. The
 * lock makes a change of this role wait for the commit. Throws Refusal forbidden.
 */
export async function stillMay(tx: Db, { id }: User, permission: Permission) {
  const [now] = await tx.select({ role: users.role }).from(users).where(eq(users.id, id)).for('share')
  if (!now || !may(now, permission)) throw notAllowed()
}

export const signedOut = () => new Refusal('unauthenticated', 'Sign in first.')

/**
 * Repeats the guard's check within the transaction that writes, in one round trip: the account may have been closed
 * meanwhile, or be somebody else's, which both end all sessions. Answers the user with the address and the mark of now;
 * the lock makes whatever changes them wait for the commit. Throws Refusal unauthenticated.
 */
export async function stillTheirs(tx: Db, { id }: Pick<User, 'id'>): Promise<User> {
  // Two statements, because one that waited for the lock would see the sessions of before.
  const [now, [{ isSignedIn } = { isSignedIn: false }]] = await together(
    asTheyAre(tx, { id }),
    prepared(tx, whetherSignedIn).execute({ id }),
  )
  if (!isSignedIn) throw signedOut()
  return now
}

/** The user as they are now, locked as by `stillTheirs`; a later statement has to look for a session. */
export async function asTheyAre(tx: Db, { id }: Pick<User, 'id'>): Promise<User> {
  const [now] = await prepared(tx, userForNow).execute({ id })
  if (!now) throw signedOut()
  return now
}

const userForNow = (db: Db) =>
  db
    .select(WHO)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.closedAt)))
    .for('share')

/** Whether a user has any session, as a part of a statement. */
export const hasSession = (userId: Placeholder) =>
  sql<boolean>`exists(select from ${sessions} where ${sessions.userId} = ${userId})`

const whetherSignedIn = (db: Db) =>
  db.select({ isSignedIn: hasSession(sql.placeholder('id')) }).from(sql`(values (1)) as one`)

type Here = { userId: string; sessionId: string; now: Date }

/**
 * Repeats the guard's check of the session within the transaction that writes what must not outlive it. The lock makes
 * whatever ends the sessions of a user wait for the commit, or this for its end. Throws Refusal unauthenticated.
 */
export async function stillHere(tx: Db, here: Here) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, here.userId)).for('share')
  if (!(await isLiveSession(tx, here))) throw signedOut()
}
