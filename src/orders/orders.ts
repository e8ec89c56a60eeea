import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { User } from '../accounts/contract.ts'
import { may } from '../accounts/permissions.ts'
import type { Db } from '../database/db.ts'
import { batchedById, prepared } from '../database/hot-statements.ts'
import { countUpTo, holdsWordsOrNumbers, pageOf } from '../database/lists.ts'
import type { OrderSums } from '../sums/contract.ts'
import { taxNameOf } from '../sums/reckon.ts'
import { COUNTED, idOfCursor, type Page, rowsBefore } from '../wire/listing.ts'
import { toDollars } from '../wire/money.ts'
import { orderNumberIn, toOrderNumber } from '../wire/order-number.ts'
import { Refusal } from '../wire/refusal.ts'
import { type AllOrders, LISTED_STATUSES, type Order, type OrderStatus, type OrdersOf } from './contract.ts'
import { LISTED, orderLines, orders } from './table.server.ts'

export type OrderRow = typeof orders.$inferSelect
export type LineRow = typeof orderLines.$inferSelect
export type WholeOrder = OrderRow & { lines: LineRow[] }
/** What a line shows of its order. The rest stays away from lists: the terms of 500 weights would come with each line. */
export const SHOWN_OF_ORDER = {
  id: orders.id,
  number: orders.number,
  buyerId: orders.buyerId,
  buyerName: orders.buyerName,
  buyerEmail: orders.buyerEmail,
  country: orders.country,
  address: orders.address,
  phone: orders.phone,
  transactionId: orders.transactionId,
  createdAt: orders.createdAt,
  expiresAt: orders.expiresAt,
  paidAt: orders.paidAt,
  givenBackAt: orders.givenBackAt,
  givenBackCents: orders.givenBackCents,
  warnedAt: orders.warnedAt,
}
/** A line with its order: the calls' Order, whose id is the line's. */
export type OrderedLine = { line: LineRow; order: Pick<OrderRow, keyof typeof SHOWN_OF_ORDER> }

export const noSuchOrder = () => new Refusal('not_found', 'There is no such order.')

/**
 * A buyer's own order, or anybody's for an admin; a cancelled or expired one is not found. Throws Refusal not_found.
 */
export async function orderOf(db: Db, user: User, id: string): Promise<Order> {
  const found = await findOrder(db, id)
  const readsAll = may(user, 'orders.readAll')
  if (!found || (found.order.buyerId !== user.id && !readsAll)) throw noSuchOrder()
  return readsAll ? toStaffOrder(found) : toOrder(found)
}

const the = sql.placeholder

/** An order that is neither cancelled nor expired; the caller decides who may read it. */
export const findOrder = batchedById((db: Db, ids) => prepared(db, linesById).execute({ ids }))

const linesById = (db: Db) =>
  db
    .select({ id: orderLines.id, line: orderLines, order: orders })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(sql`${orderLines.id} = any(${the('ids')}::uuid[])`, isListed()))

/** The lines of an order as they were placed, without those that were cancelled alone. */
export const linesOf = (db: Db, orderId: string): Promise<LineRow[]> =>
  db
    .select()
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orderId), isNull(orderLines.closedAt)))
    .orderBy(orderLines.id)

/** `linesOf` for many orders in one query, by order id. */
export async function linesOfAll(db: Db, orderIds: string[]): Promise<Map<string, LineRow[]>> {
  const isOpen = and(inArray(orderLines.orderId, orderIds), isNull(orderLines.closedAt))
  const rows = await db.select().from(orderLines).where(isOpen).orderBy(orderLines.id)
  return Map.groupBy(rows, ({ orderId }) => orderId)
}

export const ordersOf = (db: Db, buyer: User, listing: OrdersOf) => listOrders(db, buyer.id, listing)

export const allOrders = (db: Db, listing: AllOrders) => listOrders(db, undefined, listing)

/** The id of the buyer's only unpaid line of this price whose order has not expired by `now`; undefined when there are more. */
export async function onlyUnpaidAt(db: Db, buyerId: string, { cents, now }: { cents: number; now: Date }) {
  const isUnpaid = and(eq(orderLines.buyerId, buyerId), isInTab(orderLines, { status: 'unpaid' }))
  const [only, second] = await db
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(isUnpaid, eq(orderLines.priceCents, cents), gt(orders.expiresAt, now)))
    .limit(2)
  return second ? undefined : only?.id
}

/** Which orders a user may cancel, as part of a WHERE: for a customer another's order does not exist. */
export const mayCancel = (user: User) => (may(user, 'orders.cancelAny') ? undefined : eq(orders.buyerId, user.id))

/** Whether a user has paid for a product without a refund. */
export const hasPaidFor = async (db: Db, buyerId: string, productId: string) =>
  (await payersAmong(db, [buyerId], productId)).has(buyerId)

/** Those of these users who have paid for a product without a refund. */
export async function payersAmong(db: Db, people: string[], productId: string): Promise<Set<string>> {
  if (people.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ id: orderLines.buyerId })
    .from(orderLines)
    .where(and(inArray(orderLines.buyerId, people), isPaidFor(productId)))
  return new Set(rows.map(({ id }) => id))
}

/** When a user last paid for a product, and the number of that order; undefined without a payment. */
export async function lastPaymentFor(db: Db, buyerId: string, productId: string) {
  const [row] = await db
    .select({ at: orders.paidAt, number: orders.number })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.buyerId, buyerId), isPaidFor(productId)))
    .orderBy(desc(orderLines.id))
    .limit(1)
  return row?.at ? { at: row.at, number: toOrderNumber(row.number) } : undefined
}

const isPaidFor = (productId: string) =>
  and(
    eq(orderLines.productId, productId),
    sql`${orderLines.status} in ('paid', 'delivered')`,
    sql`not exists (select from orders o where o.id = ${orderLines.orderId} and o.given_back_at is not null)`,
  )

/** Whether the charge of an order was given back at Stripe while some of it was delivered. */
export const isGivenBackByHand = async (db: Db, id: string) =>
  (await db.$count(orders, and(eq(orders.id, id), isNotNull(orders.givenBackAt)))) > 0

/**
 * The state of a whole order: a paid one is refunded once its charge was given back, and delivered once all of it is sent.
 */
export function stateOf({ status, givenBackAt }: OrderRow, lines: LineRow[]) {
  if (status !== 'paid') return status
  if (givenBackAt) return 'refunded'
  return lines.every((line) => line.status === 'delivered') ? 'delivered' : 'paid'
}

/** The condition that the order has a line of this id, as part of a WHERE. */
export const hasLine = (id: string) =>
  sql`${orders.id} = (select ${orderLines.orderId} from ${orderLines} where ${orderLines.id} = ${id})`

/** What a list of orders is filtered by. */
export type OrderFilter = { status?: OrderStatus | undefined; q?: string | undefined }
type ListShape = OrderFilter & { isOfBuyer: boolean; isAfter: boolean; isRare?: boolean }

async function listOrders(db: Db, buyer: string | undefined, listing: OrdersOf | AllOrders): Promise<Page<Order>> {
  const { limit, cursor, q, status } = listing
  const shape = { isOfBuyer: buyer !== undefined, isAfter: Boolean(cursor), status }
  const where = wanted(buyer, listing)
  const total = q ? await countUpTo(db, orderLines, where) : undefined
  // A search is not prepared, because its plan depends on its words.
  const statement = q
    ? listed(db, { ...shape, q, isRare: total?.more === false }).prepare('')
    : prepared(db, listed, shape)
  const values = { buyer, cursor: cursor && idOfCursor(cursor), limit: limit + 1, before: rowsBefore(listing) }
  const page = await pageOf(db, {
    table: orderLines,
    where,
    listing,
    total,
    rows: await statement.execute(values),
    toItem: buyer === undefined ? toStaffOrder : toOrder,
    cursorOf: ({ line }) => line.id,
  })
  return closedLast(page, listing)
}

/**
 * The first line of each order on a page speaks for it, so lines that were cancelled, which a search alone finds, come
 * after those that stay.
 */
export function closedLast(page: Page<Order>, { q }: OrderFilter): Page<Order> {
  if (!q) return page
  const items = [...Map.groupBy(page.items, ({ number }) => number).values()].flatMap((order) => [
    ...order.filter(({ status }) => !isClosed(status)),
    ...order.filter(({ status }) => isClosed(status)),
  ])
  return { ...page, items }
}

const isClosed = (status: OrderStatus) => !LISTED_STATUSES.some((listed) => listed === status)

/** The page is cut before the join with its orders, so that skipped rows cost no look-up. */
function listed(db: Db, { isOfBuyer, isAfter, isRare = false, ...filter }: ListShape) {
  const found = foundLines(db, wanted(isOfBuyer ? the('buyer') : undefined, filter), isRare)
  const line = db
    .select()
    .from(found)
    .where(isAfter ? lt(found.id, the('cursor')) : undefined)
    .orderBy(desc(found.id))
    .limit(the('limit'))
    .offset(the('before'))
    .as('line')
  const order = db.select(SHOWN_OF_ORDER).from(orders).as('order')
  return db.select().from(line).innerJoin(order, eq(order.id, line.orderId)).orderBy(desc(line.id))
}

/**
 * The lines for which `where` holds. With `isRare` there are no more of them than a total counts, and the LIMIT makes
 * PostgreSQL look them up by their words. Without it PostgreSQL may expect many and walk the newest lines for a page.
 */
export function foundLines(db: Db, where: SQL | undefined, isRare: boolean) {
  const found = db.select().from(orderLines).where(where).$dynamic()
  return (isRare ? found.limit(COUNTED) : found).as('found')
}

const wanted = (buyer: string | Placeholder | undefined, filter: OrderFilter) =>
  and(buyer ? eq(orderLines.buyerId, buyer) : undefined, isInTab(orderLines, filter), holdsTyped(orderLines, filter))

/** Columns of the table of lines, or of an alias of it. */
export type LineColumns = { status: PgColumn; orderId: PgColumn; searched: PgColumn }

/** The lines of a tab; without one those that are listed, and those of a number that is typed whole. */
export const isInTab = (line: LineColumns, { status, q }: OrderFilter) =>
  status ? and(eq(line.status, status), isListed(line)) : or(isListed(line), hasNumber(line, q))

export const holdsTyped = ({ searched }: LineColumns, { q }: OrderFilter) =>
  holdsWordsOrNumbers(sql`${searched}`, q?.replace(SPOKEN, 'PH-'))

/** The prefix of an order number as people type it: `ph104417`, `PH 104`. */
const SPOKEN = /\bph[\s-]*(?=\d)/gi

/** A complete number finds its order, also a closed one. */
function hasNumber({ orderId }: LineColumns, q = '') {
  const number = orderNumberIn(q)
  return number === undefined
    ? undefined
    : sql`${orderId} = (select ${orders.id} from ${orders} where ${orders.number} = ${number})`
}

const isListed = ({ status }: Pick<LineColumns, 'status'> = orderLines) => sql`${status} in (${LISTED})`

/** What was sent before the charge was given back stays so, and is not paid. */
const shownStatusOf = ({ line: { status }, order: { givenBackAt } }: OrderedLine) =>
  status === 'delivered' && givenBackAt ? 'refunded' : status

const isPaid = (status: OrderStatus) => status === 'paid' || status === 'delivered'

export const toOrder = ({ line, order }: OrderedLine): Order => ({
  _id: line.id,
  number: toOrderNumber(order.number),
  checkoutId: order.id,
  reference: line.reference,
  productId: line.productId,
  productName: line.productName,
  productNumber: line.productNumber,
  img: line.productImage,
  unitPrice: toDollars(line.unitPriceCents),
  minOrder: line.minOrder,
  userName: order.buyerName,
  email: order.buyerEmail,
  country: order.country,
  address: order.address,
  phone: order.phone,
  quantity: line.quantity,
  price: toDollars(line.priceCents),
  paid: isPaid(shownStatusOf({ line, order })),
  transactionId: order.transactionId,
  deleverd: line.status === 'delivered',
  status: shownStatusOf({ line, order }),
  createdAt: order.createdAt.toISOString(),
  expiresAt: order.expiresAt.toISOString(),
  paidAt: order.paidAt?.toISOString() ?? null,
  deliveredAt: line.deliveredAt?.toISOString() ?? null,
  warnedAt: null,
  givenBack: toDollars(order.givenBackCents),
})

/** As staff see it: with what Stripe has warned of, which whoever pays by the card of another must not hear. */
export const toStaffOrder = (found: OrderedLine): Order => ({
  ...toOrder(found),
  warnedAt: found.order.warnedAt?.toISOString() ?? null,
})

/** The sums of an order, in dollars. */
export const sumsShown = (order: OrderRow): OrderSums => ({
  lines: toDollars(order.priceCents + order.discountCents - order.shippingCents - order.taxCents),
  discount: toDollars(order.discountCents),
  shipping: toDollars(order.shippingCents),
  tax: toDollars(order.taxCents),
  price: toDollars(order.priceCents),
  awaitsCountry: order.awaitsCountry,
  taxName: order.terms.rate ? taxNameOf(order.terms.rate) : null,
  code: order.code,
})

/** One line of an order as the calls show it; `shown` is `toStaffOrder` where staff are answered. */
export function toOrderOf(order: WholeOrder, id: string, shown = toOrder): Order {
  const line = order.lines.find((one) => one.id === id.toLowerCase())
  if (!line) throw noSuchOrder()
  return shown({ line, order })
}
