import { and, count, eq, or } from 'drizzle-orm'
import type { User } from '../accounts/contract.ts'
import { may } from '../accounts/permissions.ts'
import type { Db } from '../database/db.ts'
import { isId } from '../wire/is-id.ts'
import { orderNumberIn } from '../wire/order-number.ts'
import { orderLines, orders } from './table.server.ts'

/**
 * How many lines the order has that is named by its id, the id of a line or its number. It is 0 when there is none that
 * this user may read, because another's order does not exist.
 */
export async function countLines(db: Db, user: User, { id: name }: { id: string }): Promise<number> {
  const { id, orderId } = orderLines
  const ofLine = db.select({ orderId }).from(orderLines).where(eq(id, name))
  const ofNumber = db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.number, orderNumberIn(name) ?? 0))
  const isNamed = isId(name) ? or(eq(orderId, name), eq(orderId, ofLine)) : eq(orderId, ofNumber)
  const isReadable = may(user, 'orders.readAll') ? undefined : eq(orderLines.buyerId, user.id)
  const [found] = await db.select({ count: count() }).from(orderLines).where(and(isNamed, isReadable))
  return found?.count ?? 0
}
