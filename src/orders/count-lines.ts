import { count, eq, or } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { isId } from '../wire/is-id.ts'
import { orderNumberIn } from '../wire/order-number.ts'
import { orderLines, orders } from './table.server.ts'

/** How many lines the order has that is named by its id, the id of a line or its number; 0 when there is none. */
export async function countLines(db: Db, name: string): Promise<number> {
  const { id, orderId } = orderLines
  const ofLine = db.select({ orderId }).from(orderLines).where(eq(id, name))
  const ofNumber = db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.number, orderNumberIn(name) ?? 0))
  const isNamed = isId(name) ? or(eq(orderId, name), eq(orderId, ofLine)) : eq(orderId, ofNumber)
  const [found] = await db.select({ count: count() }).from(orderLines).where(isNamed)
  return found?.count ?? 0
}
