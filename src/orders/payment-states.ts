import { and, eq, inArray } from 'drizzle-orm'
import { type Db, transact } from '../database/db.ts'
import { reserveStockAgain, returnStock } from '../products/stock.ts'
import type { OrderRow } from './orders.ts'
import { orders } from './table.server.ts'

type Payment = { id: string; transactionId: string; at: Date }

/** The order's row, held until the caller's transaction ends, whosever it is and closed or not. */
export async function lockOrder(db: Db, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).for('no key update')
  return row
}

/** Unpaid → paid. The caller has proved the payment (law M7); undefined when the order is not unpaid. */
export async function setPaid(db: Db, { id, transactionId, at }: Payment): Promise<OrderRow | undefined> {
  const isUnpaid = and(eq(orders.id, id), eq(orders.status, 'unpaid'))
  const [row] = await db.update(orders).set({ status: 'paid', transactionId, paidAt: at }).where(isUnpaid).returning()
  return row
}

/** Cancelled or expired → paid, with its units taken once more; undefined when there are not enough or it is not closed. */
export const reviveOrder = (db: Db, { id, transactionId, at }: Payment): Promise<OrderRow | undefined> =>
  transact(db, async (tx) => {
    const closed = await lockOrder(tx, id)
    if (closed?.status !== 'cancelled' && closed?.status !== 'expired') return undefined
    const { productId, quantity } = closed
    if (!(await reserveStockAgain(tx, { productId, orderId: id, quantity, at }))) return undefined
    const paid = { status: 'paid' as const, transactionId, paidAt: at, closedAt: null }
    const [row] = await tx.update(orders).set(paid).where(eq(orders.id, id)).returning()
    return row
  })

/** Paid, cancelled or expired → refund due; a paid order keeps its units until the refund is made (law S5). */
export async function setRefundDue(db: Db, { id, transactionId, at }: Payment): Promise<OrderRow | undefined> {
  const isRefundable = and(eq(orders.id, id), inArray(orders.status, ['paid', 'cancelled', 'expired']))
  const due = { status: 'refund_due' as const, transactionId, closedAt: at }
  const [row] = await db.update(orders).set(due).where(isRefundable).returning()
  return row
}

/** Refund due → refunded; the units come back if the order still held them. */
export const setRefunded = (db: Db, { id, at }: Omit<Payment, 'transactionId'>): Promise<OrderRow | undefined> =>
  transact(db, async (tx) => {
    const isDue = and(eq(orders.id, id), eq(orders.status, 'refund_due'))
    const [row] = await tx.update(orders).set({ status: 'refunded', closedAt: at }).where(isDue).returning()
    if (row) await returnStock(tx, { orderId: id, at })
    return row
  })
