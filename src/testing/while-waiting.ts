import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { lockUserOf } from '../accounts/identity/identity-rows.ts'
import { type Db, transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'

/** How many statements of this database wait for somebody else's lock. */
export async function waiting({ db }: Pick<Shop, 'db'>) {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

type Meanwhile<T> = { email: string; send: () => Promise<T>; change: (inside: Shop) => Promise<unknown> }

/**
 * Sends what waits for the row of a user, changes the account in the transaction that has the user's turn and row, and
 * answers what came.
 */
export async function whileWaiting<T>(shop: Shop, { email, send, change }: Meanwhile<T>): Promise<T> {
  const before = await waiting(shop)
  const [sent] = await transact(shop.db, async (db: Db) => {
    await lockUserOf(db, email)
    const answer = send()
    await expect.poll(() => waiting(shop)).toBeGreaterThan(before)
    await change({ ...shop, db })
    return [answer]
  })
  return sent
}
