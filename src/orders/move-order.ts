import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { hasLine, type OrderRow, type WholeOrder } from './orders.ts'
import { orderLines, orders } from './table.server.ts'

type Status = OrderRow['status']
type Move = { from: Status[]; to: Partial<OrderRow> & { status: Status } }

/**
 * Moves an order and its lines from one state to another; every state change goes through here, except the delivery of
 * a line. Undefined when the order is in none of the states it may leave. To be called in a transaction.
 */
export async function moveOrder(db: Db, which: SQL | undefined, { from, to }: Move): Promise<WholeOrder | undefined> {
  const [order] = await db
    .update(orders)
    .set(to)
    .where(and(which, inArray(orders.status, from)))
    .returning()
  if (!order) return undefined
  const lines = await db
    .update(orderLines)
    .set({ status: to.status })
    .where(and(eq(orderLines.orderId, order.id), inArray(orderLines.status, from), isNull(orderLines.closedAt)))
    .returning()
  return { ...order, lines: lines.toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
}

/** Locks the row of any buyer's order, open or closed, until the caller's transaction ends. */
export async function lockOrder(db: Db, id: string | undefined): Promise<OrderRow | undefined> {
  if (!id) return undefined
  const [row] = await db.select().from(orders).where(eq(orders.id, id)).for('no key update')
  return row
}

/** `lockOrder` by the id of any of its lines. */
export async function lockOrderOf(db: Db, lineId: string | undefined): Promise<OrderRow | undefined> {
  if (!lineId) return undefined
  const [row] = await db.select().from(orders).where(hasLine(lineId)).for('no key update')
  return row
}
