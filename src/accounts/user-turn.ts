import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'

/** First key of the two-key advisory lock in which the writes of a user and the changes of their account queue. */
const USER_LOCK = 7_270

const keys = (id: string | Placeholder): SQL => sql`${sql.raw(String(USER_LOCK))}, hashtext(${id}::uuid::text)`

/**
 * A row that is there once no change of this user's account is under way, to be joined to the user's row. Row locks alone
 * are not fair: whoever shares a row passes whoever waits to change it, so that a flood of writes would keep their sender
 * from being demoted or signed out.
 */
export const sharedTurn = (id: string | Placeholder) => sql`(select pg_advisory_xact_lock_shared(${keys(id)})) as turn`

/** Takes the turn of a write; it comes before every other lock of its transaction. */
export const shareTurn = (db: Db, id: string) => db.execute(sql`select pg_advisory_xact_lock_shared(${keys(id)})`)

/** Waits until no write of this user is under way; those that come later wait until the caller's transaction ends. */
export const takeTurn = (db: Db, id: string) => db.execute(sql`select pg_advisory_xact_lock(${keys(id)})`)
