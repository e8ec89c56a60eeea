import { and, desc, eq, inArray, lt, type Placeholder, sql } from 'drizzle-orm'
import type { User } from '../accounts/contract.ts'
import { may } from '../accounts/permissions.ts'
import type { Db } from '../database/db.ts'
import { batchedById, prepared } from '../database/hot-statements.ts'
import { countUpTo, holdsWords, pageOf } from '../database/lists.ts'
import { idOfCursor, type Page, rowsBefore } from '../wire/listing.ts'
import { toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import {
  type AllOrders,
  LISTED_STATUSES,
  type Order,
  type OrderCounts,
  type OrderStatus,
  type OrdersOf,
} from './contract.ts'
import { orders } from './table.server.ts'

export type OrderRow = typeof orders.$inferSelect

export const noSuchOrder = () => new Refusal('not_found', 'There is no such order.')

/** A buyer's own order, or any for an admin; cancelled and expired ones are gone. Throws Refusal not_found. */
export async function orderOf(db: Db, user: User, id: string): Promise<Order> {
  const found = await findOrder(db, id)
  if (!found || (found.buyerId !== user.id && !may(user, 'orders.readAll'))) throw noSuchOrder()
  return toOrder(found)
}

const the = sql.placeholder

/** An order that is neither cancelled nor expired, whoever may read it. */
export const findOrder = batchedById((db: Db, ids) => prepared(db, ordersById).execute({ ids }))

const ordersById = (db: Db) =>
  db
    .select()
    .from(orders)
    .where(and(sql`${orders.id} = any(${the('ids')}::uuid[])`, isListed()))

/** The orders of a buyer, newest first. */
export const ordersOf = (db: Db, buyer: User, listing: OrdersOf) => listOrders(db, buyer.id, listing)

/** Everybody's orders, newest first. */
export const allOrders = (db: Db, listing: AllOrders) => listOrders(db, undefined, listing)

/** How many orders stand in each tab of Manage All Orders. */
export async function countOrders(db: Db): Promise<OrderCounts> {
  const [all, unpaid, paid, delivered] = await Promise.all([
    countUpTo(db, orders, isListed()),
    countUpTo(db, orders, inTab('unpaid')),
    countUpTo(db, orders, inTab('paid')),
    countUpTo(db, orders, inTab('delivered')),
  ])
  return { all, unpaid, paid, delivered }
}

/** Whose order it has to be to be cancelled, as part of a WHERE: another's does not exist for a customer. */
export const mayCancel = (user: User) => (may(user, 'orders.cancelAny') ? undefined : eq(orders.buyerId, user.id))

type ListShape = { isOfBuyer: boolean; isAfter: boolean; status?: OrderStatus | undefined; q?: string | undefined }

async function listOrders(db: Db, buyer: string | undefined, listing: OrdersOf | AllOrders): Promise<Page<Order>> {
  const { limit, cursor, q, status } = listing
  const shape = { isOfBuyer: buyer !== undefined, isAfter: cursor !== undefined, status }
  // A search is planned for its words, each time.
  const statement = q ? listed(db, { ...shape, q }).prepare('') : prepared(db, listed, shape)
  const values = { buyer, cursor: cursor && idOfCursor(cursor), limit: limit + 1, before: rowsBefore(listing) }
  const rows = await statement.execute(values)
  const where = wanted(buyer, listing)
  return pageOf(db, orders, where, { listing, rows, toItem: toOrder, cursorOf: ({ id }) => id })
}

const listed = (db: Db, { isOfBuyer, isAfter, ...filter }: ListShape) =>
  db
    .select()
    .from(orders)
    .where(
      and(wanted(isOfBuyer ? the('buyer') : undefined, filter), isAfter ? lt(orders.id, the('cursor')) : undefined),
    )
    .orderBy(desc(orders.id))
    .limit(the('limit'))
    .offset(the('before'))

const wanted = (buyer: string | Placeholder | undefined, { status, q }: Pick<ListShape, 'status' | 'q'>) =>
  and(buyer ? eq(orders.buyerId, buyer) : undefined, inTab(status), holdsWords(SEARCHED, q))

/** The expression of the index orders_search. */
const SEARCHED = sql`(${orders.buyerEmail} || ' ' || ${orders.productName} || ' ' || coalesce(${orders.transactionId}, ''))`

const isListed = () => inArray(orders.status, [...LISTED_STATUSES])
const inTab = (status: OrderStatus | undefined) => (status ? eq(orders.status, status) : isListed())

export const toOrder = (row: OrderRow): Order => ({
  _id: row.id,
  productId: row.productId,
  productName: row.productName,
  productNumber: row.productNumber,
  img: row.productImage,
  unitPrice: toDollars(row.unitPriceCents),
  minOrder: row.minOrder,
  userName: row.buyerName,
  email: row.buyerEmail,
  country: row.country,
  address: row.address,
  phone: row.phone,
  quantity: row.quantity,
  price: toDollars(row.priceCents),
  paid: row.status === 'paid' || row.status === 'delivered',
  transactionId: row.transactionId,
  deleverd: row.status === 'delivered',
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
})
