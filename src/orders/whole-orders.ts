import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../database/db.ts'
import { countUpTo, pageOf } from '../database/lists.ts'
import { idOfCursor, type Page, rowsBefore } from '../wire/listing.ts'
import type { AllOrders, Order, OrderCounts, OrderStatus } from './contract.ts'
import {
  closedLast,
  foundLines,
  holdsTyped,
  isInTab,
  type LineColumns,
  type OrderFilter,
  SHOWN_OF_ORDER,
  toStaffOrder,
} from './orders.ts'
import { orderLines, orders } from './table.server.ts'

/** A page of whole orders: each with all of its lines in the tab, also those that the search does not name. */
export async function wholeOrders(db: Db, listing: AllOrders): Promise<Page<Order>> {
  const { limit, cursor } = listing
  const where = oneLineOfEach(listing)
  const total = listing.q ? await countUpTo(db, orderLines, where) : undefined
  const found = foundLines(db, where, total?.more === false)
  const rows = await db
    .select({ id: found.id, orderId: found.orderId })
    .from(found)
    .where(cursor ? lt(found.id, idOfCursor(cursor)) : undefined)
    .orderBy(desc(found.id))
    .limit(limit + 1)
    .offset(rowsBefore(listing))
  const page = await pageOf(db, {
    ...{ table: orderLines, where, listing, total, rows },
    toItem: ({ orderId }) => orderId,
    cursorOf: ({ id }) => id,
  })
  const lines = await linesInTab(db, page.items, listing)
  return closedLast({ ...page, items: page.items.flatMap((id) => lines.get(id) ?? []) }, listing)
}

/** How many orders have lines that are paid and wait to be sent. */
export const ordersWaiting = (db: Db) => countTab(db, 'paid')

/** The number of orders in each tab of Manage All Orders. */
export async function countOrders(db: Db): Promise<OrderCounts> {
  const [all, unpaid, paid, delivered] = await Promise.all([
    countTab(db, undefined),
    countTab(db, 'unpaid'),
    countTab(db, 'paid'),
    countTab(db, 'delivered'),
  ])
  return { all, unpaid, paid, delivered }
}

const countTab = (db: Db, status: OrderStatus | undefined) => countUpTo(db, orderLines, oneLineOfEach({ status }))

/** The last line of each order that is wanted stands for the order. */
function oneLineOfEach(filter: OrderFilter) {
  const later = alias(orderLines, 'later')
  const isWanted = (line: LineColumns) => and(isInTab(line, filter), holdsTyped(line, filter))
  const isLater = and(eq(later.orderId, orderLines.orderId), gt(later.id, orderLines.id), isWanted(later))
  // The OFFSET keeps PostgreSQL from turning the look-up of each line into a join that reads the whole tab again.
  return and(isWanted(orderLines), sql`not exists (select from ${orderLines} as later where ${isLater} offset 0)`)
}

async function linesInTab(db: Db, orderIds: string[], filter: OrderFilter): Promise<Map<string, Order[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .select({ line: orderLines, order: SHOWN_OF_ORDER })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(inArray(orderLines.orderId, orderIds), isInTab(orderLines, filter)))
    .orderBy(orderLines.id)
  return Map.groupBy(rows.map(toStaffOrder), ({ checkoutId }) => checkoutId)
}
