import { and, desc, eq, inArray, isNull, lt, notInArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { Actor, User } from '../accounts/contract.ts'
import { may } from '../accounts/permissions.ts'
import { announceSales } from '../database/change-notices.ts'
import type { Db } from '../database/db.ts'
import { pageOf } from '../database/lists.ts'
import { once, wasAnswered } from '../database/once.ts'
import { findOffer, type Offer } from '../products/products.ts'
import type { Shop } from '../shop.ts'
import { countTry } from '../sums/code-tries.ts'
import { withinUses } from '../sums/codes.ts'
import { idOfCursor, type Listing, type Page, rowsBefore } from '../wire/listing.ts'
import { toDollars } from '../wire/money.ts'
import { toOrderNumber } from '../wire/order-number.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Checkout, CheckoutLine, PlaceCheckout } from './checkout-contract.ts'
import { joinedLines, problemsOf } from './line-problems.ts'
import { nextNumber } from './order-numbers.ts'
import { orderNamed } from './order-page.ts'
import { basisOf, wantedBy } from './order-sums.ts'
import {
  linesOf,
  linesOfAll,
  type OrderRow,
  stateOf,
  sumsShown,
  toOrder,
  toStaffOrder,
  type WholeOrder,
} from './orders.ts'
import { type Request, reckonedFor, storeOrder, whileOvertaken } from './place-order.ts'
import { orderLines, orders } from './table.server.ts'

/** A line with its index in the request. */
type Placed = CheckoutLine & { line: number }

/**
 * Reserves the units of all lines and stores them as one order with one sum, all or none. Throws Refusal conflict that
 * names each line that is not available, or for the price or too many unpaid orders.
 */
export const placeCheckout = async (
  shop: Shop,
  buyer: Actor,
  { sent, key, from }: Request<z.output<typeof PlaceCheckout>>,
): Promise<Checkout> => {
  const at = shop.clock.now()
  const request = { userId: buyer.id, key, request: { call: 'POST /checkouts', sent }, at }
  const asked: Placed[] = joinedLines(sent.lines.map((one, line) => ({ ...one, line })))
  // Sent again, an order that is placed is no try: its answer is known.
  if (sent.code && !(await wasAnswered(shop.lookups, request)))
    await countTry(shop, { code: sent.code, from, userId: buyer.id })
  return whileOvertaken(async (until) => {
    const found = Promise.all(asked.map(({ productId }) => findOffer(shop.lookups, productId)))
    const [offers, number, basis] = await Promise.all([found, nextNumber(shop.draws), basisOf(shop, buyer)])
    const place = () =>
      once(shop.db, request, async (db) => {
        const wanted = wantedOf(asked, offers).map((line) => wantedBy(basis, line))
        const placing = { buyer, wanted, where: sent, at, needsCountry: true, seen: sent.price }
        const reckoned = await reckonedFor({ ...shop, db }, basis, placing)
        const order = { number, wanted, where: sent, at, from, basis, reckoned, until }
        const stored = await storeOrder({ ...shop, db }, buyer, order)
        if (sent.cart) await shop.onCartOrdered({ ...shop, db }, buyer, { version: sent.cart, lines: asked })
        return toCheckout(stored)
      })
    const checkout = await withinUses(sent.code, place)
    announceSales(shop.db)
    return checkout
  })
}

/** The lines with their offers; throws Refusal conflict that names each line that is not available. */
function wantedOf(asked: Placed[], offers: (Offer | undefined)[]) {
  const found = problemsOf(asked, offers)
  const lines = asked.flatMap(({ line }, place) => {
    const code = found[place]
    return code ? [{ line, code, available: offers[place]?.stock ?? 0 }] : []
  })
  const [first] = lines
  if (first) {
    const which =
      lines.length === 1
        ? `Line ${first.line + 1} cannot be had as it is`
        : `${lines.length} lines cannot be had as they are`
    throw new Refusal('conflict', `${which}. Nothing was ordered.`, { field: 'lines', lines })
  }
  return asked.flatMap(({ quantity, reference }, place) => {
    const offered = offers[place]
    return offered ? [{ offered, quantity, reference }] : []
  })
}

/** A buyer's own checkout, also a closed one, or anybody's for a user who may read all. Throws Refusal not_found. */
export async function checkoutOf(db: Db, user: User, name: string): Promise<Checkout> {
  const order = await orderNamed(db, user, name)
  const shown = may(user, 'orders.readAll') ? toStaffOrder : toOrder
  return toCheckout({ ...order, lines: await linesOf(db, order.id) }, shown)
}

/** A buyer's own checkouts with all their lines, newest first, without cancelled and expired ones. */
export async function checkoutsOf(db: Db, buyer: User, listing: Listing): Promise<Page<Checkout>> {
  const where = isShownTo(buyer)
  const rows = await rowsOfPage(db, buyer, listing).limit(listing.limit + 1)
  const lines = await linesOfAll(
    db,
    rows.map(({ id }) => id),
  )
  const toItem = (order: OrderRow) => toCheckout({ ...order, lines: lines.get(order.id) ?? [] })
  return pageOf(db, { table: orders, where, listing, rows, toItem, cursorOf: ({ id }) => id })
}

/** How many lines the answer of `checkoutsOf` has. */
export function countLinesOfPage(db: Db, buyer: User, listing: Listing): Promise<number> {
  const page = rowsOfPage(db, buyer, listing).limit(listing.limit).as('page')
  const ids = db.select({ id: page.id }).from(page)
  return db.$count(orderLines, and(inArray(orderLines.orderId, ids), isNull(orderLines.closedAt)))
}

const isShownTo = ({ id }: User) => and(eq(orders.buyerId, id), notInArray(orders.status, ['cancelled', 'expired']))

const rowsOfPage = (db: Db, buyer: User, listing: Listing) =>
  db
    .select()
    .from(orders)
    .where(and(isShownTo(buyer), listing.cursor ? lt(orders.id, idOfCursor(listing.cursor)) : undefined))
    .orderBy(desc(orders.id))
    .offset(rowsBefore(listing))
    .$dynamic()

export const toCheckout = ({ lines, ...order }: WholeOrder, shown = toOrder): Checkout => ({
  _id: order.id,
  number: toOrderNumber(order.number),
  status: stateOf(order, lines),
  ...sumsShown(order),
  givenBack: toDollars(order.givenBackCents),
  company: order.company,
  taxNumber: order.taxNumber,
  note: order.note,
  reference: order.reference,
  createdAt: order.createdAt.toISOString(),
  expiresAt: order.expiresAt.toISOString(),
  orders: lines.map((line) => shown({ line, order })),
})
