import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { Refusal } from '../wire/refusal.ts'
import { type Db, inTime, isDatabaseDown, isLost, KNOWN_WITHIN, OutcomeUnknown, transact } from './db.ts'
import { deleteInPortions } from './delete-in-portions.ts'
import { idempotencyKeys } from './once.table.server.ts'

/** A request with its sender and its Idempotency-Key; without a key every request is worked on. */
export type Once<T = unknown> = {
  userId: string
  key: string | undefined
  request: unknown
  at: Date
  /** The id of what the work made. */
  madeIn?: (answer: T) => string
}

/**
 * Does `work` in one transaction, once for each key: a second request with the key waits for the first and is given its
 * answer. A connection that is lost meanwhile leaves it open whether the work was done; the key is asked again until that is
 * known. Throws Refusal invalid when the key came with another request before.
 */
export async function once<T>(
  db: Db,
  { userId, key, request, at, madeIn }: Once<T>,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  if (!key) return transact(db, work)
  if (key.length > 255) throw new Refusal('invalid', 'An Idempotency-Key has at most 255 characters.')
  const requestHash = hashOf(request)
  const ask = async (tx: Db) => {
    // The insert waits for a transaction that holds the same key, so both cannot do the work.
    const [mine] = await tx
      .insert(idempotencyKeys)
      .values({ userId, key, requestHash, createdAt: at })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key })
    const isThis = isKey(userId, key)
    if (!mine) {
      const [kept] = await tx.select().from(idempotencyKeys).where(isThis)
      if (kept?.requestHash === requestHash) return kept.answer as T
      throw new Refusal('invalid', 'This Idempotency-Key was used for another request.', { field: 'Idempotency-Key' })
    }
    const answer = await work(tx)
    await tx
      .update(idempotencyKeys)
      .set({ answer, made: madeIn?.(answer) })
      .where(isThis)
    return answer
  }
  return afterCopies(db, `${userId} ${key}`, () => untilKnown(() => transact(db, ask)))
}

/** Whether this very request was answered under its key, so that `once` would answer it with that again. */
export async function wasAnswered(db: Db, { userId, key, request }: Once): Promise<boolean> {
  if (!key) return false
  const isThis = and(isKey(userId, key), eq(idempotencyKeys.requestHash, hashOf(request)))
  return (await db.$count(idempotencyKeys, isThis)) > 0
}

/** What a user was answered under this key; undefined where nothing was, or the answer is kept no longer. */
export async function answerUnder(db: Db, userId: string, key: string): Promise<unknown> {
  const [kept] = await db.select({ answer: idempotencyKeys.answer }).from(idempotencyKeys).where(isKey(userId, key))
  return kept?.answer ?? undefined
}

const isKey = (userId: string, key: string) => and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key))

const hashOf = (request: unknown) => hash('sha256', JSON.stringify(request))

/** The requests under way in this process, by user and key. */
const underWay = new WeakMap<Db, Map<string, Promise<unknown>>>()

/**
 * Starts once a request of the same user and key that is under way in this process has its answer: in the database each
 * copy would wait for it with a connection of its own.
 */
async function afterCopies<T>(db: Db, who: string, start: () => Promise<T>): Promise<T> {
  const begun = underWay.get(db) ?? new Map<string, Promise<unknown>>()
  underWay.set(db, begun)
  const before = begun.get(who)
  if (before) {
    await before.catch(() => undefined)
    return start()
  }
  const answer = start().finally(() => begun.delete(who))
  begun.set(who, answer)
  return answer
}

/** In milliseconds. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 1000

/** Asks again as long as the connection is lost; throws the last error, or OutcomeUnknown, when time is up. */
async function untilKnown<T>(ask: () => Promise<T>): Promise<T> {
  const until = performance.now() + KNOWN_WITHIN
  let unknown: OutcomeUnknown | undefined
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      return await inTime(ask(), until)
    } catch (error) {
      if (error instanceof OutcomeUnknown) unknown = error
      const isOver = !isLost(error) || performance.now() + pause > until
      if (isOver) throw isDatabaseDown(error) ? (unknown ?? error) : error
      await wait(pause)
    }
  }
}

/** Deletes what somebody was answered, which tells who they are. */
export const forgetKeysOf = (db: Db, userId: string) =>
  db.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))

/** Deletes the kept answers that say of something deleted that it was made: with its key it is made anew. */
export const forgetMade = (db: Db, id: string) => db.delete(idempotencyKeys).where(eq(idempotencyKeys.made, id))

/** Deletes the kept answers whose `_id` is one of these, such as an order's, that staff got about somebody else. */
export const forgetAnswersAbout = (db: Db, ids: string[]) =>
  db
    .delete(idempotencyKeys)
    .where(
      and(
        sql`${idempotencyKeys.userId} in (select id from users where role <> 'customer')`,
        inArray(sql`${idempotencyKeys.answer} ->> '_id'`, ids),
      ),
    )

/** Deletes keys older than `before`; each then counts as new. */
export const forgetOldKeys = (db: Db, before: Date) =>
  deleteInPortions(db, idempotencyKeys, lt(idempotencyKeys.createdAt, before))
