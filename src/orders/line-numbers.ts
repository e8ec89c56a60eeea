import { eq, inArray } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import { orderLines, orders } from './table.server.ts'

/** The order numbers of these lines. */
export async function numbersOfLines(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: orderLines.id, number: orders.number })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(inArray(orderLines.id, ids))
  return new Map(rows.map(({ id, number }) => [id, toOrderNumber(number)]))
}

/** The lines of the order that has this line. */
export async function linesBeside(db: Db, id: string): Promise<string[]> {
  const named = db.select({ id: orderLines.orderId }).from(orderLines).where(eq(orderLines.id, id))
  const rows = await db.select({ id: orderLines.id }).from(orderLines).where(inArray(orderLines.orderId, named))
  return rows.map((row) => row.id)
}

export async function linesOfNumber(db: Db, number: number): Promise<string[]> {
  const rows = await db
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orders.number, number))
  return rows.map(({ id }) => id)
}
