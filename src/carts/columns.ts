import { eq } from 'drizzle-orm'
import type { Actor, User } from '../accounts/contract.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { type Columns, isSameList, MOST_COLUMNS } from './contract.ts'
import { carts } from './table.server.ts'

type Owner = Pick<User, 'id'>

/** A user's column layouts, the latest first. */
export async function columnsOf({ db }: Pick<Shop, 'db'>, { id }: Owner): Promise<Columns[]> {
  const [row] = await db.select({ columns: carts.columns }).from(carts).where(eq(carts.userId, id))
  return row?.columns ?? []
}

/** Stores column layouts; among layouts of one header or width the latest replaces the earlier one. */
export const keepColumns = ({ db, clock }: Shop, user: Actor, told: Columns[]): Promise<Columns[]> =>
  transact(db, async (tx) => {
    const { id: userId } = user
    await stillTheirs(tx, user)
    const isOwn = eq(carts.userId, userId)
    await tx.insert(carts).values({ userId, version: 0, lines: [], changedAt: clock.now() }).onConflictDoNothing()
    const [was] = await tx.select({ columns: carts.columns }).from(carts).where(isOwn).for('update')
    const columns = [...told, ...(was?.columns ?? [])]
      .filter((layout, at, all) => all.findIndex((one) => isSameList(one, layout)) === at)
      .slice(0, MOST_COLUMNS)
    await tx.update(carts).set({ columns }).where(isOwn)
    return columns
  })
