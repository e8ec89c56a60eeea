import { and, desc, eq, inArray, lt, type Placeholder, sql } from 'drizzle-orm'
import type { User } from '../accounts/contract.ts'
import { batchedById } from '../database/batched.ts'
import type { Db } from '../database/db.ts'
import { countUpTo, holdsWords, pageOf } from '../database/lists.ts'
import { prepared } from '../database/prepared.ts'
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
export const orderOf = async (db: Db, user: User, id: string): Promise<Order> =>
  readableBy(user, await findOrder(db, id))

/** The same of an order that was found before it was known who asks for it. */
export function readableBy(user: User, found: OrderRow | undefined): Order {
  if (!found || (user.role !== 'admin' && found.buyerId !== user.id)) throw noSuchOrder()
  return toOrder(found)
}

const the = sql.placeholder

/** An order that is neither cancelled nor expired, whoever may read it. */
export const findOrder = batchedById((db: Db, ids) => prepared(db, 'orders_by_id', ordersById).execute({ ids }))

const ordersById = (db: Db, name: string) =>
  db
    .select()
    .from(orders)
    .where(and(sql`${orders.id} = any(${the('ids')}::uuid[])`, isListed()))
    .prepare(name)

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

/** Whose order it has to be, as part of a WHERE: another's does not exist for a customer. */
export const mayTouch = (user: User) => (user.role === 'admin' ? undefined : eq(orders.buyerId, user.id))

async function listOrders(db: Db, buyer: string | undefined, listing: OrdersOf | AllOrders): Promise<Page<Order>> {
  const { limit, cursor, q, status } = listing
  const asked = (whose?: string | Placeholder) =>
    and(whose ? eq(orders.buyerId, whose) : undefined, inTab(status), holdsWords(SEARCHED, q))
  const read = (to: Db, name: string) =>
    to
      .select()
      .from(orders)
      .where(and(asked(buyer && the('buyer')), cursor ? lt(orders.id, the('cursor')) : undefined))
      .orderBy(desc(orders.id))
      .limit(the('limit'))
      .offset(the('before'))
      .prepare(name)
  const name = ['orders', buyer && 'of buyer', status, cursor && 'after'].filter(Boolean).join(' ')
  const values = { buyer, cursor: cursor && idOfCursor(cursor), limit: limit + 1, before: rowsBefore(listing) }
  // Words are planned for what they are, each time.
  const rows = await (q ? read(db, '') : prepared(db, name, read)).execute(values)
  return pageOf(db, orders, asked(buyer), { listing, rows, toItem: toOrder, cursorOf: ({ id }) => id })
}

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
