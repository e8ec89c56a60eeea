import { and, eq, isNull, type Placeholder, sql } from 'drizzle-orm'
import { type Db, together } from '../database/db.ts'
import { prepared } from '../database/hot-statements.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Actor } from './contract.ts'
import { may, type Permission } from './permissions.ts'
import { sessions, users, WHO } from './table.server.ts'
import { sharedTurn } from './user-turn.ts'

export const notAllowed = () => new Refusal('forbidden', 'Only an admin may do this.')

type By = Pick<Actor, 'id' | 'sessionId'>

/**
 * Repeats the guard's check of role and session within the transaction that writes, which may have waited for others.
 * The lock makes a change of this role wait for the commit. Throws Refusal unauthenticated or forbidden.
 */
export async function stillMay(tx: Db, by: By, permission: Permission) {
  if (!may(await stillTheirs(tx, by), permission)) throw notAllowed()
}

export const signedOut = () => new Refusal('unauthenticated', 'Sign in first.')

/**
 * Repeats the guard's check within the transaction that writes, in one round trip: the session may have ended meanwhile,
 * the account have been closed, or be somebody else's, who is signed in anew. Answers the user with the address and the
 * mark of now; the lock makes whatever changes them wait for the commit. Throws Refusal unauthenticated.
 */
export async function stillTheirs(tx: Db, { id, sessionId }: By): Promise<Actor> {
  // Two statements, because one that waited for the lock would see the sessions of before.
  const [now, [{ isHere } = { isHere: false }]] = await together(
    asTheyAre(tx, { id, sessionId }),
    prepared(tx, whetherHere).execute({ id, sessionId }),
  )
  if (!isHere) throw signedOut()
  return now
}

/** The user as they are now, locked as by `stillTheirs`; a later statement has to look for the session. */
export async function asTheyAre(tx: Db, { id, sessionId }: By): Promise<Actor> {
  const [now] = await prepared(tx, userForNow).execute({ id })
  if (!now) throw signedOut()
  return { ...now, sessionId }
}

const userForNow = (db: Db) =>
  db
    .select(WHO)
    .from(sharedTurn(sql.placeholder('id')))
    .innerJoin(users, and(eq(users.id, sql.placeholder('id')), isNull(users.closedAt)))
    .for('share', { of: users })

type Session = { id: Placeholder; userId: Placeholder }

/** Whether a user's session goes on, as a part of a statement. */
export const isSession = ({ id, userId }: Session) =>
  sql<boolean>`exists(select from ${sessions} where ${sessions.id} = ${id} and ${sessions.userId} = ${userId})`

const whetherHere = (db: Db) =>
  db
    .select({ isHere: isSession({ id: sql.placeholder('sessionId'), userId: sql.placeholder('id') }) })
    .from(sql`(values (1)) as one`)
