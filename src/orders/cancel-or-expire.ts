import { and, asc, eq, lte } from 'drizzle-orm'
import type { User } from '../accounts/contract.ts'
import { stillMay } from '../accounts/still-may.ts'
import { record } from '../audit/audit.ts'
import { type Db, transact } from '../database/db.ts'
import { returnStock } from '../products/stock.ts'
import type { Shop } from '../shop.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Order } from './contract.ts'
import { moveOrder } from './move-order.ts'
import { writeOrderMail } from './order-mails.ts'
import { hasLine, mayCancel, orderOf, toOrderOf, type WholeOrder } from './orders.ts'
import { orders } from './table.server.ts'

/**
 * Cancels an unpaid order and gives its units back. Its intent is to be cancelled at Stripe before. Throws Refusal
 * not_found, also for one cancelled before, or conflict when it is paid.
 */
export const cancelOrder = (shop: Shop, actor: User, { id }: { id: string }): Promise<Order> =>
  transact(shop.db, async (tx) => {
    const at = shop.clock.now()
    const cancelled = { status: 'cancelled' as const, closedAt: at }
    const order = await moveOrder(tx, and(hasLine(id), mayCancel(actor)), { from: ['unpaid'], to: cancelled })
    if (!order) {
      await orderOf(tx, actor, id)
      throw new Refusal('conflict', 'This order is paid. Only an unpaid order can be cancelled.')
    }
    await returnStock(tx, order.lines, at)
    if (actor.id !== order.buyerId) {
      await stillMay(tx, actor, 'orders.cancelAny')
      await record(tx, ...deedsOf(order, { at, actor, action: 'order.cancel' }))
    }
    await writeOrderMail({ ...shop, db: tx }, 'cancelled', order)
    return toOrderOf(order, id)
  })

/** Ends the hold of an unpaid order that is due; undefined when it is paid, closed, or not due. */
export const expireOrder = (shop: Shop, orderId: string): Promise<WholeOrder | undefined> =>
  transact(shop.db, async (tx) => {
    const at = shop.clock.now()
    const isDue = and(eq(orders.id, orderId), lte(orders.expiresAt, at))
    const order = await moveOrder(tx, isDue, { from: ['unpaid'], to: { status: 'expired', closedAt: at } })
    if (!order) return undefined
    await returnStock(tx, order.lines, at)
    await record(tx, ...deedsOf(order, { at, actor: null, action: 'order.expire' }))
    await writeOrderMail({ ...shop, db: tx }, 'expired', order)
    return order
  })

/** Ids of unpaid orders whose hold is over, the longest overdue first. */
export async function dueOrders(db: Db, now: Date, limit: number): Promise<string[]> {
  const due = and(eq(orders.status, 'unpaid'), lte(orders.expiresAt, now))
  const rows = await db.select({ id: orders.id }).from(orders).where(due).orderBy(asc(orders.expiresAt)).limit(limit)
  return rows.map(({ id }) => id)
}

type Closing = { at: Date; actor: User | null; action: 'order.cancel' | 'order.expire' }

const deedsOf = ({ number, status, buyerId, lines }: WholeOrder, closing: Closing) =>
  lines.map(({ id, productName, quantity }) => ({
    ...closing,
    subject: id,
    before: { status: 'unpaid' },
    after: { status, number: toOrderNumber(number), buyerId, productName, quantity },
  }))
