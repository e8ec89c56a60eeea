import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { type Db, transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'

/** How many statements of this database wait for somebody else's lock. */
async function waiting({ db }: Shop) {
  const { rows } = await db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

type Meanwhile<T> = { email: string; send: () => Promise<T>; change: (inside: Shop) => Promise<unknown> }

/** Sends what waits for the row of a user, changes the account in the transaction that has the row, and answers what came. */
export async function whileWaiting<T>(shop: Shop, { email, send, change }: Meanwhile<T>): Promise<T> {
  const before = await waiting(shop)
  const [sent] = await transact(shop.db, async (db: Db) => {
    await db.execute(sql`select from users where email = ${email} for update`)
    const answer = send()
    await expect.poll(() => waiting(shop)).toBeGreaterThan(before)
    await change({ ...shop, db })
    return [answer]
  })
  return sent
}
