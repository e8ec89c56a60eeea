import { and, eq, inArray } from 'drizzle-orm'
import type { User } from '../accounts/contract.ts'
import { may } from '../accounts/permissions.ts'
import type { Db } from '../database/db.ts'
import { isNamed } from './order-page.ts'
import { orderLines, orders } from './table.server.ts'

/**
 * How many lines the order has that is named by its id, the id of a line or its number. It is 0 when there is none that
 * this user may read, because another's order does not exist.
 */
export function countLines(db: Db, user: User, { id: name }: { id: string }): Promise<number> {
  const isReadable = may(user, 'orders.readAll') ? undefined : eq(orders.buyerId, user.id)
  const named = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNamed(name), isReadable))
  return db.$count(orderLines, inArray(orderLines.orderId, named))
}
