import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { type Actor, foldEmail } from '../accounts/contract.ts'
import { asTheyAre, signedOut } from '../accounts/still-may.ts'
import { shareTurn } from '../accounts/user-turn.ts'
import { HOUR, SECOND } from '../config/clock.ts'
import { announceSales } from '../database/change-notices.ts'
import { together } from '../database/db.ts'
import { once } from '../database/once.ts'
import { findOffer, notForSale, type Offer, onlyOfferCalled } from '../products/products.ts'
import { INVALID_QUANTITY } from '../products/quantity.ts'
import { reserveStock } from '../products/stock.ts'
import { totalCents, unitPriceAt } from '../products/total.ts'
import type { Shop } from '../shop.ts'
import type { Sums } from '../sums/reckon.ts'
import { areOfNow, forgetRules } from '../sums/rules.ts'
import { toCents, toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Order, PlaceOrder } from './contract.ts'
import { holdFor, oldestHeld, sooner } from './holds.ts'
import { insertLine, insertOrder, NEW, NEW_LINE } from './insert-order.ts'
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
import { type LineRow, toOrder, type WholeOrder } from './orders.ts'
import { endAfterUnpaid, oldestOfDay, oldestOfWeek, refuseTooMany } from './unpaid-limit.ts'

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

/** A hold of one of the parts was cancelled and would still run, or others went unpaid: the new one ends sooner. */
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
  const halfHold = (shop.config.orderHoldHours * HOUR) / 2 / SECOND
  const asked = { productIds, halfHold, since: oldestHeld(shop), oldest: oldestOfDay(), week: oldestOfWeek() }
  const stored = insertOrder(shop.db, { ...order, ...asked, sessionId: buyer.sessionId })
  const filled = Promise.all(lines.map((line) => insertLine(shop.db, line)))
  const isKnown = hold.place === null
  const mail = isKnown ? shop.post.write(shop.db, { template: 'order-placed', order }) : Promise.resolve()
  const [, isTaken, { version, isHere, heldUntil, ...earlier }] = await together(present, taken, stored, filled, mail)
  if (!isHere) throw signedOut()
  if (version !== basis.rules.version) forgetRules(shop.lookups)
  if (!isTaken || version !== basis.rules.version) throw OVERTAKEN
  refuseTooMany(shop.config, { ...earlier, most: hold.most })
  const end = endAfterUnpaid(shop.config, at, earlier.leftUnpaid)
  const latest = heldUntil ? sooner(heldUntil, end) : end
  if (latest && latest < order.expiresAt) throw new HeldBefore(latest)
  return order
}

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
