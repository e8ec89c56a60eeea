import { eq, or } from 'drizzle-orm'
import { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { may } from '../accounts/permissions.ts'
import { announceSales } from '../database/catalogue-changes.ts'
import type { Db } from '../database/db.ts'
import { once } from '../database/once.ts'
import { findOffer, type Offer } from '../products/products.ts'
import { isInBoxes, totalAt } from '../products/quantity.ts'
import type { Shop } from '../shop.ts'
import { toDollars } from '../wire/money.ts'
import { orderNumberIn, toOrderNumber } from '../wire/order-number.ts'
import { type LineProblem, Refusal } from '../wire/refusal.ts'
import type { Checkout, CheckoutLine, PlaceCheckout } from './checkout-contract.ts'
import { hasLine, linesOf, nextNumber, noSuchOrder, toOrder, type WholeOrder } from './orders.ts'
import { type Request, refuseOtherPrice, storeOrder, whileOvertaken } from './place-order.ts'
import { orders } from './table.server.ts'

/**
 * Takes the units of all lines and stores them as one order with one sum, all or none. Throws Refusal conflict that
 * names each line that cannot be had, or for the price or too many unpaid orders.
 */
export const placeCheckout = (
  shop: Shop,
  buyer: User,
  { sent, key, from }: Request<z.output<typeof PlaceCheckout>>,
): Promise<Checkout> => {
  const at = shop.clock.now()
  const request = { userId: buyer.id, key, request: { call: 'POST /checkouts', sent }, at }
  const asked = joined(sent.lines)
  return whileOvertaken(async () => {
    const found = Promise.all(asked.map(({ productId }) => findOffer(shop.lookups, productId)))
    const [offers, number] = await Promise.all([found, nextNumber(shop.lookups)])
    const checkout = await once(shop.db, request, async (db) => {
      const wanted = wantedOf(asked, offers)
      const cents = wanted.reduce((sum, { offered, quantity }) => sum + totalAt(offered, quantity), 0)
      refuseOtherPrice(sent.price, cents)
      return toCheckout(await storeOrder({ ...shop, db }, buyer, { number, wanted, where: sent, at, from }))
    })
    announceSales(shop.db)
    return checkout
  })
}

/** Lines of one product under one reference are one line, so that a break counts all of its pieces. */
function joined(lines: CheckoutLine[]): (CheckoutLine & { line: number })[] {
  const byKey = new Map<string, CheckoutLine & { line: number }>()
  for (const [line, one] of lines.entries()) {
    const key = `${one.productId.toLowerCase()} ${one.reference}`
    const before = byKey.get(key)
    byKey.set(key, { ...one, line: before?.line ?? line, quantity: one.quantity + (before?.quantity ?? 0) })
  }
  return [...byKey.values()]
}

function wantedOf(asked: (CheckoutLine & { line: number })[], offers: (Offer | undefined)[]) {
  const units = new Map<string, number>()
  for (const { productId, quantity } of asked) {
    const id = productId.toLowerCase()
    units.set(id, quantity + (units.get(id) ?? 0))
  }
  const wanted = asked.map(({ quantity, reference }, place) => ({ offered: offers[place], quantity, reference }))
  const problems = asked.flatMap(({ line, quantity, productId }, place) => {
    const code = problemOf(offers[place], quantity, units.get(productId.toLowerCase()) ?? 0)
    return code ? [{ line, code, available: offers[place]?.stock ?? 0 }] : []
  })
  if (problems.length > 0) {
    const [first] = problems
    const sentence =
      problems.length === 1
        ? `Line ${(first?.line ?? 0) + 1} cannot be had as it is.`
        : `${problems.length} lines cannot be had as they are.`
    throw new Refusal('conflict', `${sentence} Nothing was ordered.`, { field: 'lines', lines: problems })
  }
  return wanted.flatMap(({ offered, ...rest }) => (offered ? [{ offered, ...rest }] : []))
}

/** Why so many pieces of a product cannot be had; `units` are those of all lines together. */
function problemOf(offer: Offer | undefined, quantity: number, units: number): LineProblem['code'] | undefined {
  if (!offer) return 'gone'
  if (offer.stock < offer.minOrder) return 'sold-out'
  if (quantity < offer.minOrder) return 'minimum'
  if (units > offer.stock) return 'too-few'
  return isInBoxes(offer, quantity) ? undefined : 'multiple'
}

/** A buyer's own checkout, or any for who reads all; also one that is closed. Throws Refusal not_found. */
export async function checkoutOf(db: Db, user: User, name: string): Promise<Checkout> {
  const isNamed = z.uuid().safeParse(name).success
    ? or(eq(orders.id, name), hasLine(name))
    : eq(orders.number, orderNumberIn(name) ?? 0)
  const [order] = await db.select().from(orders).where(isNamed)
  if (!order || (order.buyerId !== user.id && !may(user, 'orders.readAll'))) throw noSuchOrder()
  return toCheckout({ ...order, lines: await linesOf(db, order.id) })
}

export const toCheckout = ({ lines, ...order }: WholeOrder): Checkout => ({
  _id: order.id,
  number: toOrderNumber(order.number),
  status: lines.every(({ status }) => status === 'delivered') ? 'delivered' : order.status,
  price: toDollars(order.priceCents),
  discount: toDollars(order.discountCents),
  shipping: toDollars(order.shippingCents),
  tax: toDollars(order.taxCents),
  note: order.note,
  reference: order.reference,
  createdAt: order.createdAt.toISOString(),
  expiresAt: order.expiresAt.toISOString(),
  orders: lines.map((line) => toOrder({ line, order })),
})
