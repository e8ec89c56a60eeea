import { and, asc, eq, lte } from 'drizzle-orm'
import type { User } from '../accounts/contract.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { type Db, transact } from '../database/db.ts'
import { returnStock } from '../products/stock.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Order } from './contract.ts'
import { mayCancel, type OrderRow, orderOf, toOrder } from './orders.ts'
import { orders } from './table.server.ts'

const isUnpaid = eq(orders.status, 'unpaid')

/**
 * Cancels an unpaid order and gives its units back. Its intent is to be cancelled at Stripe before. Throws Refusal
 * not_found, also for one cancelled before, or conflict when it is paid.
 */
export const cancelOrder = (shop: Shop, db: Db, { id, by }: { id: string; by: User }): Promise<Order> =>
  transact(db, async (tx) => {
    const at = shop.clock.now()
    const mine = and(eq(orders.id, id), mayCancel(by), isUnpaid)
    const [row] = await tx.update(orders).set({ status: 'cancelled', closedAt: at }).where(mine).returning()
    if (!row) {
      await orderOf(tx, by, id)
      throw new Refusal('conflict', 'This order is paid. Only an unpaid order can be cancelled.')
    }
    await returnStock(tx, { orderId: id, at })
    if (by.id !== row.buyerId) {
      await stillMay(tx, by, 'orders.cancelAny')
      await record(tx, { at, actor: by, action: 'order.cancel', subject: id, ...turn(row) })
    }
    await shop.post.write(tx, { template: 'cancelled', order: row })
    return toOrder(row)
  })

/** Ends the hold of an unpaid order that is due; undefined when it is paid, closed, or not due. */
export const expireOrder = (shop: Shop, db: Db, id: string): Promise<Order | undefined> =>
  transact(db, async (tx) => {
    const at = shop.clock.now()
    const due = and(eq(orders.id, id), isUnpaid, lte(orders.expiresAt, at))
    const [row] = await tx.update(orders).set({ status: 'expired', closedAt: at }).where(due).returning()
    if (!row) return undefined
    await returnStock(tx, { orderId: id, at })
    await record(tx, { at, actor: null, action: 'order.expire', subject: id, ...turn(row) })
    await shop.post.write(tx, { template: 'expired', order: row })
    return toOrder(row)
  })

/** Ids of unpaid orders whose hold is over, the longest overdue first. */
export async function dueOrders(db: Db, now: Date, limit: number): Promise<string[]> {
  const due = and(isUnpaid, lte(orders.expiresAt, now))
  const rows = await db.select({ id: orders.id }).from(orders).where(due).orderBy(asc(orders.expiresAt)).limit(limit)
  return rows.map(({ id }) => id)
}

const turn = ({ status, buyerEmail, productName, quantity }: OrderRow) => ({
  before: { status: 'unpaid' },
  after: { status, email: buyerEmail, productName, quantity },
})
