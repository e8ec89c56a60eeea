import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Actor } from '../accounts/contract.ts'
import { stillTheirs } from '../accounts/still-may.ts'
import { type Db, transact } from '../database/db.ts'
import { deleteInPortions } from '../database/delete-in-portions.ts'
import { once } from '../database/once.ts'
import { cancelCheckout, cancelOrder, expireOrder } from '../orders/cancel-or-expire.ts'
import type { Checkout } from '../orders/checkout-contract.ts'
import { toCheckout } from '../orders/checkouts.ts'
import type { Order } from '../orders/contract.ts'
import { holdLonger } from '../orders/holds.ts'
import { lockOrder, lockOrderOf } from '../orders/move-order.ts'
import { unpaidOrdersOf } from '../orders/when-buyer-leaves.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { settle } from './settle.ts'
import { endIntent, intentAtStripe, isBegun } from './stripe-calls.ts'
import { paymentIntents } from './table.server.ts'

const ROUNDS = 5

/** Rolls back a closing whose order can still be paid: Stripe has to end these intents first. */
class StillPayable extends Error {
  readonly ids: string[]
  constructor(ids: string[]) {
    super('the order has an open payment intent')
    this.ids = ids
  }
}

type Cancel = { id: string; key: string | undefined }

/**
 * Cancels an unpaid order, its intent first. Throws Refusal not_found (also when it was cancelled before), conflict when
 * it is paid or the payment wins the race, unavailable when Stripe cannot be asked; then nothing has changed.
 */
export async function cancelUnpaidOrder(shop: Shop, actor: Actor, { id, key }: Cancel): Promise<Order> {
  const asked = { userId: actor.id, key, request: { cancel: id }, at: shop.clock.now() }
  return closing(shop, () =>
    once(shop.db, asked, async (tx) => {
      await stillTheirs(tx, actor)
      const whole = await lockOrderOf(tx, id)
      const order = await cancelOrder({ ...shop, db: tx }, actor, { id })
      if (whole) await refuseWhilePayable(tx, whole.id)
      return order
    }),
  )
}

/** `cancelUnpaidOrder` for an order with all of its lines. */
export async function cancelUnpaidCheckout(shop: Shop, actor: Actor, { id, key }: Cancel): Promise<Checkout> {
  const asked = { userId: actor.id, key, request: { cancelCheckout: id }, at: shop.clock.now() }
  return closing(shop, () =>
    once(shop.db, asked, async (tx) => {
      await stillTheirs(tx, actor)
      await lockOrder(tx, id)
      const order = await cancelCheckout({ ...shop, db: tx }, actor, id)
      await refuseWhilePayable(tx, id)
      return toCheckout(order)
    }),
  )
}

/** Cancels all that a buyer has not paid. Throws Refusal conflict when a payment is under way. */
export async function cancelUnpaidOrdersOf(shop: Shop, buyer: Actor) {
  for (const id of await unpaidOrdersOf(shop.db, buyer.id)) {
    await cancelUnpaidCheckout(shop, buyer, { id, key: undefined })
  }
}

/**
 * Expires an order past its time, its intent first; undefined when there was nothing to do, as for one whose buyer
 * began to pay within a short hold.
 */
export function expireUnpaidOrder(shop: Shop, orderId: string) {
  const expire = () =>
    transact(shop.db, async (tx) => {
      await lockOrder(tx, orderId)
      const order = await expireOrder({ ...shop, db: tx }, orderId)
      if (order) await refuseWhilePayable(tx, orderId)
      return order
    })
  return closing(shop, expire, async (id) => {
    const intent = await intentAtStripe(shop.stripe, id)
    const isHeld = intent !== undefined && isBegun(intent) && (await holdLonger(shop, orderId))
    if (!isHeld) await endPayment(shop, id)
  })
}

type End = (intentId: string) => Promise<unknown>

export async function closing<T>(
  shop: Shop,
  close: () => Promise<T>,
  end: End = (id) => endPayment(shop, id),
): Promise<T> {
  for (let round = 0; round < ROUNDS; round++) {
    try {
      return await close()
    } catch (error) {
      if (!(error instanceof StillPayable)) throw error
      for (const id of error.ids) await end(id)
    }
  }
  throw new Refusal('conflict', 'This order is being paid right now. Try again in a moment.')
}

export async function refuseWhilePayable(tx: Db, orderId: string) {
  const open = await tx
    .select({ id: paymentIntents.id })
    .from(paymentIntents)
    .where(and(eq(paymentIntents.orderId, orderId), eq(paymentIntents.status, 'open')))
  if (open.length > 0) throw new StillPayable(open.map(({ id }) => id))
}

/** Ends an open payment at Stripe; throws Refusal conflict when it was quicker, and then the order is paid. */
export async function endPayment(shop: Shop, id: string) {
  const intent = await endIntent(shop.stripe, id)
  if (!intent || intent.status === 'canceled') {
    const at = shop.clock.now()
    await shop.db
      .update(paymentIntents)
      .set({ status: 'cancelled', settledAt: at, checkedAt: at })
      .where(and(eq(paymentIntents.id, id), eq(paymentIntents.status, 'open')))
    return
  }
  if (intent.status !== 'succeeded') throw new Refusal('conflict', 'The payment of this order is being worked on.')
  const { became } = await settle(shop, intent)
  if (became === 'paid') throw new Refusal('conflict', 'This order is already paid.')
}

/** Intents for no order that came to nothing. */
export function forgetAbandoned(db: Db, before: Date) {
  const isAbandoned = and(eq(paymentIntents.status, 'cancelled'), isNull(paymentIntents.orderId))
  return deleteInPortions(db, paymentIntents, and(isAbandoned, lt(paymentIntents.createdAt, before)))
}
