import { getTableColumns, type Placeholder, sql } from 'drizzle-orm'
import type { Actor } from '../accounts/contract.ts'
import { isSession } from '../accounts/still-may.ts'
import type { Db } from '../database/db.ts'
import { prepared } from '../database/hot-statements.ts'
import { RULES_VERSION } from '../sums/rules.ts'
import { endOfCancelled } from './earlier-holds.ts'
import type { LineRow, OrderRow } from './orders.ts'
import { orderLines, orders } from './table.server.ts'
import { endedTooMany, isUnwanted, leftUnpaid } from './unpaid-limit.ts'

/** What every new order, and every new line, holds. */
export const NEW = {
  status: 'unpaid',
  transactionId: null,
  paidAt: null,
  closedAt: null,
  reviewAskedAt: null,
  disownedAt: null,
  givenBackAt: null,
  warnedAt: null,
  givenBackCents: 0,
} as const
export const NEW_LINE = { status: 'unpaid', deliveredAt: null, parcelId: null, closedAt: null, searched: '' } as const

type Inserted = Record<'endedTooMany' | 'isUnwanted' | 'isHere', boolean> & {
  unpaid: number
  leftUnpaid: number
  version: number
  heldUntil: Date | null
}

/** Ids older than which nothing counts any more, and half of a whole hold, in seconds. */
type Counted = { productIds: string[]; halfHold: number } & Record<'since' | 'oldest' | 'week', string>

/**
 * Stores the order without its lines; answers the number of the buyer's earlier unpaid orders, whether too many of
 * their lines ended unpaid, whether the staff cancelled these products too often, how many orders with them were left
 * unpaid, the version of the rules, whether the buyer's session goes on, and the end of a hold of these products that the
 * buyer cancelled.
 */
export async function insertOrder(db: Db, row: OrderRow & Pick<Actor, 'sessionId'> & Counted): Promise<Inserted> {
  const [inserted] = await prepared(db, orderInsertion).execute(row)
  if (!inserted) throw new Error('the order was not stored')
  return inserted
}

function orderInsertion(db: Db) {
  const buyerId = sql.placeholder('buyerId')
  const isHere = isSession({ id: sql.placeholder('sessionId'), userId: buyerId })
  const unpaid = sql<number>`(select count(*)::int from orders o where o.buyer_id = ${buyerId} and o.status = 'unpaid')`
  const row = placeholders<OrderRow>(orders, NEW)
  const [productIds, at] = [sql.placeholder('productIds'), sql.placeholder('createdAt')]
  const heldUntil = endOfCancelled({ buyerId, productIds, at, since: sql.placeholder('since') })
  const ofDay = { buyerId, productIds, oldest: sql.placeholder('oldest') }
  const ofWeek = { buyerId, productIds, week: sql.placeholder('week'), halfHold: sql.placeholder('halfHold') }
  const ended = {
    endedTooMany: endedTooMany(ofDay),
    isUnwanted: isUnwanted(ofDay),
    leftUnpaid: leftUnpaid(ofWeek),
  }
  const answer = { unpaid, ...ended, version: RULES_VERSION, isHere, heldUntil }
  return db.insert(orders).values(row).returning(answer)
}

/** Stores a line of an order. */
export const insertLine = (db: Db, line: LineRow) => prepared(db, lineInsertion).execute(line)

const lineInsertion = (db: Db) => db.insert(orderLines).values(placeholders<LineRow>(orderLines, NEW_LINE))

/** A placeholder for each column, except those whose default is right for every new row. */
function placeholders<Row>(table: typeof orders | typeof orderLines, defaults: object) {
  const columns = Object.keys(getTableColumns(table)).filter((column) => !(column in defaults))
  return Object.fromEntries(columns.map((column) => [column, sql.placeholder(column)])) as Record<
    keyof Row,
    Placeholder
  >
}
