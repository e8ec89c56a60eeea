import { getTableColumns, type Placeholder, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type Actor, foldEmail } from '../accounts/contract.ts'
import { asTheyAre, isSession, signedOut } from '../accounts/still-may.ts'
import { shareTurn } from '../accounts/user-turn.ts'
import { announceSales } from '../database/change-notices.ts'
import { type Db, together } from '../database/db.ts'
import { prepared } from '../database/hot-statements.ts'
import { once } from '../database/once.ts'
import { findOffer, notForSale, type Offer, onlyOfferCalled } from '../products/products.ts'
import { INVALID_QUANTITY } from '../products/quantity.ts'
import { reserveStock } from '../products/stock.ts'
import { totalCents, unitPriceAt } from '../products/total.ts'
import type { Shop } from '../shop.ts'
import type { Sums } from '../sums/reckon.ts'
import { areOfNow, forgetRules, RULES_VERSION } from '../sums/rules.ts'
import { toCents, toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Order, PlaceOrder } from './contract.ts'
import { endOfCancelled } from './earlier-holds.ts'
import { holdFor, oldestHeld, sooner } from './holds.ts'
import { nextNumber } from './order-numbers.ts'
import {
  type Basis,
  basisOf,
  type Reckoned,
  sumsOf,
  type Wanted,
  type Where,
  wantedBy,
  whyNotCharged,
} from './order-sums.ts'
import { type LineRow, type OrderRow, toOrder, type WholeOrder } from './orders.ts'
import { orderLines, orders } from './table.server.ts'
import { endedTooMany, isUnwanted, oldestOfDay, refuseTooMany } from './unpaid-limit.ts'

type Sent = z.output<typeof PlaceOrder>
/** The request's body, its Idempotency-Key and the client's address. */
export type Request<Body> = { sent: Body; key: string | undefined; from: string }
/** Looked up before the transaction: the offer, a number for the order, and the rules for its sums. */
type Found = { offered: Offer | undefined; number: number; basis: Basis }
type Placing = { sent: Sent; at: Date; found: Found | undefined; from: string; until: Date | undefined }
type Words = Where & { note?: string; reference?: string }
type NewOrder = {
  number: number
  wanted: Wanted[]
  where: Words
  at: Date
  from: string
  basis: Basis
  reckoned: Reckoned
  /** The end that the hold has at the latest. */
  until?: Date | undefined
}

const TRIES = 10

/** The product changed between look-up and update: another order, a cancellation or an admin's edit. */
const OVERTAKEN = new Refusal('conflict', 'This product is being changed. Try again in a moment.')

/** The buyer cancelled a hold of one of the parts that would still run: the new one ends when that would have. */
class HeldBefore extends Error {
  readonly until: Date

  constructor(until: Date) {
    super('One of these parts was held before.')
    this.until = until
  }
}

/**
 * Reserves the units and stores the order with the shop's price and the buyer's own name, all or nothing. Throws
 * Refusal forbidden, not_found, invalid, or conflict for the stock, the price or too many unpaid orders.
 */
export async function placeOrder(shop: Shop, buyer: Actor, { sent, key, from }: Request<Sent>): Promise<Order> {
  if (sent.email !== undefined && foldEmail(sent.email) !== foldEmail(buyer.email)) {
    throw new Refusal('forbidden', 'An order is placed under your own e-mail address.', { field: 'email' })
  }
  const at = shop.clock.now()
  const request = { userId: buyer.id, key, request: { call: 'POST /order', sent }, at }
  return whileOvertaken(async (until) => {
    const offer = sent.productId ? findOffer(shop.lookups, sent.productId) : undefined
    const found = offer && (await lookUp(shop, buyer, offer))
    const order = await once(shop.db, request, (db) =>
      placeOne({ ...shop, db }, buyer, { sent, at, found, from, until }),
    )
    announceSales(shop.db)
    return order
  })
}

/** Runs `place` again with a new look-up when the product changed in between, or with the end of an earlier hold. */
export async function whileOvertaken<T>(place: (until?: Date) => Promise<T>): Promise<T> {
  let until: Date | undefined
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await place(until)
    } catch (error) {
      if (error instanceof HeldBefore) until = error.until
      else if (error !== OVERTAKEN) throw error
    }
  }
  throw OVERTAKEN
}

/** Draws the number in the same round trip as the offer. */
async function lookUp(shop: Shop, buyer: Actor, offer: Promise<Offer | undefined>): Promise<Found> {
  const [offered, number, basis] = await Promise.all([offer, nextNumber(shop.draws), basisOf(shop, buyer)])
  return { offered, number, basis }
}

/**
 * The product is looked up before the transaction, so that its row is locked as briefly as possible; the update proves
 * that it has not changed.
 */
async function placeOne(shop: Shop, buyer: Actor, { sent, at, found, from, until }: Placing): Promise<Order> {
  const { offered, number, basis } = found ?? (await lookUp(shop, buyer, onlyOfferCalled(shop.db, sent.productName)))
  if (!offered) throw notForSale()
  const { quantity } = sent
  refuseQuantity(quantity, offered)
  const wanted = [wantedBy(basis, { offered, quantity })]
  const reckoned = await reckonedFor(shop, basis, { buyer, wanted, where: sent, at, seen: sent.price })
  const order = await storeOrder(shop, buyer, { number, wanted, where: sent, at, from, basis, reckoned, until })
  const [line] = order.lines as [LineRow]
  return toOrder({ order, line })
}

type Reckoning = Parameters<typeof sumsOf>[2] & { seen: number }

/**
 * The sums of a new order at the price that its buyer saw. A refusal by outdated rules does not count: they are read
 * again.
 */
export async function reckonedFor(shop: Shop, basis: Basis, { seen, ...placing }: Reckoning): Promise<Reckoned> {
  // The buyer's turn comes before the row of the code, for which other buyers wait.
  if (placing.where.code) await shareTurn(shop.db, placing.buyer.id)
  try {
    const reckoned = await sumsOf(shop.db, basis, placing)
    refuseOtherPrice(seen, reckoned.sums)
    return reckoned
  } catch (error) {
    if (!(error instanceof Refusal) || (await areOfNow(shop.db, basis.rules))) throw error
    forgetRules(shop.lookups)
    throw OVERTAKEN
  }
}

/**
 * Reserves the units of all lines and stores the order, in one round trip. The buyer's address is read among the
 * statements that write it down; where it is another, all is undone and done again.
 */
export async function storeOrder(shop: Shop, buyer: Actor, placed: NewOrder): Promise<WholeOrder> {
  const { number, wanted, where, at, from, basis, reckoned, until } = placed
  const { linesCents: _, ...sums } = reckoned.sums
  const productIds = wanted.map(({ offered }) => offered.id)
  const hold = await holdFor(shop, buyer, { productIds, from, at })
  const id = uuidv7()
  const lines = wanted.map((one) => newLine(one, { orderId: id, buyerId: buyer.id }))
  const order: WholeOrder = {
    id,
    number,
    buyerId: buyer.id,
    buyerEmail: buyer.email,
    buyerName: buyer.name,
    ...sums,
    terms: reckoned.terms,
    code: reckoned.terms.code?.code ?? null,
    awaitsCountry: reckoned.awaitsCountry,
    company: where.company ?? '',
    taxNumber: where.taxNumber ?? '',
    country: reckoned.country,
    address: where.address,
    phone: where.phone,
    note: where.note ?? '',
    reference: where.reference ?? '',
    createdAt: at,
    expiresAt: sooner(hold.until, until),
    place: hold.place,
    ...NEW,
    lines,
  }
  const units = lines.map((line, place) => ({ ...line, lineId: line.id, offered: (wanted[place] as Wanted).offered }))
  const present = asTheyAre(shop.db, buyer)
  // The advisory lock queues a buyer's orders, so that the count of unpaid ones in the next statement is complete.
  const taken = reserveStock(shop.db, units, { at, turn: buyer.id })
  const asked = { productIds, since: oldestHeld(shop), oldest: oldestOfDay(), sessionId: buyer.sessionId }
  const stored = insertOrder(shop.db, { ...order, ...asked })
  const filled = Promise.all(lines.map((line) => prepared(shop.db, lineInsertion).execute(line)))
  const isKnown = hold.place === null
  const mail = isKnown ? shop.post.write(shop.db, { template: 'order-placed', order }) : Promise.resolve()
  const [, isTaken, { version, isHere, heldUntil, ...earlier }] = await together(present, taken, stored, filled, mail)
  if (!isHere) throw signedOut()
  if (version !== basis.rules.version) forgetRules(shop.lookups)
  if (!isTaken || version !== basis.rules.version) throw OVERTAKEN
  refuseTooMany(shop.config, { ...earlier, most: hold.most })
  if (heldUntil && heldUntil < order.expiresAt) throw new HeldBefore(heldUntil)
  return order
}

const NEW = {
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
const NEW_LINE = { status: 'unpaid', deliveredAt: null, parcelId: null, closedAt: null, searched: '' } as const

function newLine(
  { offered, terms, quantity, reference = '' }: Wanted,
  of: Pick<LineRow, 'orderId' | 'buyerId'>,
): LineRow {
  const unitPriceCents = unitPriceAt(terms, quantity)
  const { minOrder } = offered
  return {
    id: uuidv7(),
    ...of,
    productId: offered.id,
    productName: offered.name,
    productNumber: offered.number,
    productImage: offered.image,
    unitPriceCents,
    minOrder,
    quantity,
    reference,
    priceCents: totalCents(unitPriceCents, minOrder, quantity),
    ...NEW_LINE,
  }
}

type Inserted = Record<'endedTooMany' | 'isUnwanted' | 'isHere', boolean> & {
  unpaid: number
  version: number
  heldUntil: Date | null
}

/**
 * Stores the order without its lines; answers the number of the buyer's earlier unpaid orders, whether too many of
 * their lines ended unpaid, whether the staff cancelled these products too often, the version of the rules, whether the
 * buyer's session goes on, and the end of a hold of these products that the buyer cancelled.
 */
async function insertOrder(
  db: Db,
  row: OrderRow & Pick<Actor, 'sessionId'> & { productIds: string[]; since: string; oldest: string },
): Promise<Inserted> {
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
  const ended = { endedTooMany: endedTooMany(ofDay), isUnwanted: isUnwanted(ofDay) }
  const answer = { unpaid, ...ended, version: RULES_VERSION, isHere, heldUntil }
  return db.insert(orders).values(row).returning(answer)
}

const lineInsertion = (db: Db) => db.insert(orderLines).values(placeholders<LineRow>(orderLines, NEW_LINE))

/** A placeholder for each column, except those whose default is right for every new row. */
function placeholders<Row>(table: typeof orders | typeof orderLines, defaults: object) {
  const columns = Object.keys(getTableColumns(table)).filter((column) => !(column in defaults))
  return Object.fromEntries(columns.map((column) => [column, sql.placeholder(column)])) as Record<
    keyof Row,
    Placeholder
  >
}

function refuseQuantity(quantity: number, { minOrder, stock }: Offer) {
  if (quantity < minOrder) throw new Refusal('invalid', INVALID_QUANTITY, { field: 'quantity' })
  if (quantity > stock) throw new Refusal('conflict', INVALID_QUANTITY, { field: 'quantity', stock })
}

/** Throws Refusal conflict for a sum that the buyer did not see, or that no card can be charged. */
function refuseOtherPrice(seen: number, sums: Sums) {
  const no = whyNotCharged(sums)
  if (no) throw no
  if (toCents(seen) === sums.priceCents) return
  const price = toDollars(sums.priceCents)
  throw new Refusal('conflict', `The price is $${price.toFixed(2)} now. Look at it and order again.`, {
    field: 'price',
    price,
  })
}
