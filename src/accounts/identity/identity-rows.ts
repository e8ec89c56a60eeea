import { and, asc, desc, eq, gt, gte, inArray, isNull, ne } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../database/db.ts'
import { Refusal } from '../../wire/refusal.ts'
import { accounts, mailLinks, sessions, users } from '../table.server.ts'
import { takeTurn } from '../user-turn.ts'

/** More devices than a person has; beyond it the oldest session ends. */
const MOST_SESSIONS = 20

const NOBODY = '00000000-0000-0000-0000-000000000000'

export type UserRow = typeof users.$inferSelect

/**
 * Locks a user's row until the caller's transaction ends. Every change of a password, an address or a role locks it
 * first; sessions refer to it, so none begins meanwhile and such a change ends them all.
 */
export async function lockUser(db: Db, id: string): Promise<UserRow | undefined> {
  const [user] = await lockUsers(db, [id])
  return user
}

/** `lockUser` for several, in one order, so that two callers who lock the same users wait for each other. */
export async function lockUsers(db: Db, ids: string[]): Promise<UserRow[]> {
  for (const id of [...new Set(ids)].sort()) await takeTurn(db, id)
  return db.select().from(users).where(inArray(users.id, ids)).orderBy(asc(users.id)).for('update')
}

/** `lockUser` by the present address; undefined also for one that the user has given up while this waited. */
export async function lockUserOf(db: Db, email: string): Promise<UserRow | undefined> {
  const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  const user = known && (await lockUser(db, known.id))
  return user?.email === email ? user : undefined
}

export async function isVerified(db: Db, id: string): Promise<boolean> {
  const [user] = await db.select({ emailVerified: users.emailVerified }).from(users).where(eq(users.id, id))
  return user?.emailVerified ?? false
}

/** Whether this account was neither deleted nor said to be somebody else's. */
export const isOpen = async (db: Db, id: string) =>
  (await db.$count(users, and(eq(users.id, id), isNull(users.closedAt)))) > 0

/** Ends every session with its bearer tokens, and every link except those that take an address back (law I7). */
export async function endAccessOf(db: Db, userId: string) {
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await endLinksOf(db, userId)
}

/** Keeps the links that take an address back: an intruder could else end them by making a change. */
export const endLinksOf = (db: Db, userId: string) =>
  db.delete(mailLinks).where(and(eq(mailLinks.userId, userId), ne(mailLinks.kind, 'take-back')))

/** Ends the links that take an address back: all of them, or those mailed from `since` on. */
export const endTakeBacksOf = (db: Db, userId: string, since = new Date(0)) =>
  db
    .delete(mailLinks)
    .where(and(eq(mailLinks.userId, userId), eq(mailLinks.kind, 'take-back'), gte(mailLinks.createdAt, since)))

type Since = { userId: string; now: Date }

/**
 * Throws Refusal conflict with these words while an earlier address can take the account back. Whoever has that address
 * would get what is given to the account now, and to end their link instead would leave a stolen account to the thief.
 */
export async function refuseJustMoved(
  db: Db,
  { userId, now }: Since,
  { says, field }: { says: string; field?: string },
) {
  const isLink = and(eq(mailLinks.userId, userId), eq(mailLinks.kind, 'take-back'), gt(mailLinks.expiresAt, now))
  if ((await db.$count(mailLinks, isLink)) > 0) throw new Refusal('conflict', says, field ? { field } : {})
}

type Wish = { email: string; now: Date; but?: string }

/** Whether an address belongs to another account, or can still take one back. */
export async function isTaken(db: Db, { email, now, but = NOBODY }: Wish): Promise<boolean> {
  const others = await db.$count(users, and(eq(users.email, email), ne(users.id, but)))
  if (others > 0) return true
  const isWaiting = and(eq(mailLinks.kind, 'take-back'), gt(mailLinks.expiresAt, now), ne(mailLinks.userId, but))
  return (await db.$count(mailLinks, and(eq(mailLinks.email, email), isWaiting))) > 0
}

/**
 * The constraint of one account per address. A trigger uses its name for an address that can still take an account
 * back.
 */
export const ONE_PER_EMAIL = 'users_one_per_email'

export async function endOldestSessions(db: Db, userId: string) {
  const oldest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.id))
    .offset(MOST_SESSIONS)
  await db.delete(sessions).where(inArray(sessions.id, oldest))
}

type LiveSession = { sessionId: string; userId: string; now: Date }

export const isLiveSession = async (db: Db, { sessionId, userId, now }: LiveSession) =>
  (await db.$count(
    sessions,
    and(eq(sessions.id, sessionId), eq(sessions.userId, userId), gt(sessions.expiresAt, now)),
  )) > 0

export const isPasswordOf = (userId: string) => and(eq(accounts.userId, userId), eq(accounts.providerId, 'credential'))

/** The hash of a user's password; undefined for a user without one and for nobody. */
export async function passwordHashOf(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db.select({ hash: accounts.password }).from(accounts).where(isPasswordOf(userId))
  return row?.hash ?? undefined
}

export async function passwordHashOfEmail(db: Db, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ hash: accounts.password })
    .from(users)
    .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
    .where(eq(users.email, email))
  return row?.hash ?? undefined
}

type NewPassword = { userId: string; hash: string; now: Date; proved: boolean }

/** Stores a password, and whether its user has proved that they own the mailbox. */
export async function setPassword(db: Db, { userId, hash, now, proved }: NewPassword) {
  const password = { password: hash, provedAt: proved ? now : null, updatedAt: now }
  const [kept] = await db.update(accounts).set(password).where(isPasswordOf(userId)).returning({ id: accounts.id })
  if (kept) return
  const who = { id: uuidv7(), accountId: userId, providerId: 'credential', userId, createdAt: now }
  await db.insert(accounts).values({ ...who, ...password })
}

/** Marks the password as set by the owner of the mailbox. */
export const provePassword = (db: Db, { userId, now }: { userId: string; now: Date }) =>
  db.update(accounts).set({ provedAt: now }).where(isPasswordOf(userId))

/** Deletes a password that was set before the mailbox was proved: a stranger may have set it. */
export const dropUnprovedPassword = (db: Db, userId: string) =>
  db.delete(accounts).where(and(isPasswordOf(userId), isNull(accounts.provedAt)))

/**
 * Deletes every way in but the password. Google would still open the account for the owner of a former address; for the
 * owner of the present address it is joined again at the next sign-in.
 */
export const dropOtherWaysIn = (db: Db, userId: string) =>
  db.delete(accounts).where(and(eq(accounts.userId, userId), ne(accounts.providerId, 'credential')))
