import { and, asc, eq, exists, isNotNull, isNull, lt, notExists, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { HOUR, MINUTE } from '../config/clock.ts'
import { transact } from '../database/db.ts'
import { dueOrders } from '../orders/cancel-or-expire.ts'
import { takenBackSince } from '../orders/parcels.ts'
import type { Shop } from '../shop.ts'
import { endPayment, expireUnpaidOrder } from './close-unpaid.ts'
import { refundPayment } from './refund-payment.ts'
import { giveBack, type Payment, settle } from './settle.ts'
import { intentAtStripe, StripeDown } from './stripe-calls.ts'
import { paymentIntents, stripeEvents } from './table.server.ts'
import { workOnEvent } from './webhook.ts'

/** A little less than the minute between two rounds, so that each round asks again. */
const ASK_AFTER = 50_000
/** Leaves the refund of an unclaimed payment time to be done within 5 minutes of the charge (law M3). */
const CLAIM_WITHIN = 3.5 * MINUTE
const MOST = 1000
const AT_ONCE = 6

/** Finds out what no webhook told, gives back what bought nothing, expires what was not paid. Safe to run anywhere. */
export async function reconcile(shop: Shop): Promise<void> {
  const before = (ms: number) => new Date(shop.clock.now().getTime() - ms)
  const isOld = lt(paymentIntents.checkedAt, before(ASK_AFTER))
  const isOpen = and(eq(paymentIntents.status, 'open'), isOld)
  const tooOld = before(shop.config.orderHoldHours * HOUR)
  const askWhere = async (which: typeof isOpen) => {
    const items = await paymentsWhere(shop, and(isOpen, which))
    await each(shop, { what: 'ask', items, work: (payment) => ask(shop, payment, tooOld) })
  }
  const isLoose = isNull(paymentIntents.orderId)
  await askWhere(isNotNull(paymentIntents.orderId))
  // Anybody may open payments for no order, so those of orders do not wait for them.
  await askWhere(isLoose)

  const isUnclaimed = and(eq(paymentIntents.status, 'succeeded'), isLoose)
  const unclaimed = await paymentsWhere(shop, and(isUnclaimed, lt(paymentIntents.settledAt, before(CLAIM_WITHIN))))
  await each(shop, { what: 'give back', items: unclaimed, work: (payment) => giveBackUnclaimed(shop, payment) })

  const toRefund = await paymentsWhere(shop, and(eq(paymentIntents.status, 'refund_due'), isOld))
  await each(shop, { what: 'refund', items: toRefund, work: ({ id }) => refundPayment(shop, id) })

  const isReleased = takenBackSince(shop.db, paymentIntents.orderId, paymentIntents.checkedAt)
  const released = await paymentsWhere(shop, and(eq(paymentIntents.status, 'succeeded'), isReleased))
  await each(shop, { what: 'ask', items: released, work: (payment) => askAgain(shop, payment) })

  const waiting = and(isNull(stripeEvents.processedAt), lt(stripeEvents.receivedAt, before(MINUTE)))
  const events = await shop.db.select({ id: stripeEvents.id }).from(stripeEvents).where(waiting).limit(MOST)
  await each(shop, { what: 'event', items: events, work: ({ id }) => workOnEvent(shop, id) })

  const expireWhere = async (which: (orderId: PgColumn) => SQL) => {
    const items = await dueOrders(shop.db, { now: shop.clock.now(), which, limit: MOST })
    await each(shop, { what: 'expire', items, work: (id) => expireUnpaidOrder(shop, id) })
  }
  // Stripe is asked about those that can still be paid, so the others do not wait for them.
  await expireWhere((id) => notExists(openIntentsOf(shop, id)))
  await expireWhere((id) => exists(openIntentsOf(shop, id)))
}

const openIntentsOf = ({ db }: Shop, orderId: PgColumn) =>
  db
    .select()
    .from(paymentIntents)
    .where(and(eq(paymentIntents.orderId, orderId), eq(paymentIntents.status, 'open')))

const paymentsWhere = ({ db }: Shop, which: ReturnType<typeof and>): Promise<Payment[]> =>
  db.select().from(paymentIntents).where(which).orderBy(asc(paymentIntents.checkedAt)).limit(MOST)

async function ask(shop: Shop, payment: Payment, tooOld: Date) {
  const intent = await intentAtStripe(shop.stripe, payment.id)
  if (intent) await settle(shop, intent)
  // A loose one that nobody paid is ended, else it would be asked about for ever.
  const isAbandoned = !payment.orderId && payment.createdAt < tooOld && intent?.status !== 'succeeded'
  if (!intent || isAbandoned) await endPayment(shop, payment.id)
}

/**
 * An order that stood delivered when its charge was given back by hand at Stripe stayed delivered. Once its delivery is
 * taken back, Stripe is asked once more.
 */
async function askAgain(shop: Shop, { id }: Payment) {
  const intent = await intentAtStripe(shop.stripe, id)
  if (intent) await settle(shop, intent)
  await shop.db.update(paymentIntents).set({ checkedAt: shop.clock.now() }).where(eq(paymentIntents.id, id))
}

function giveBackUnclaimed(shop: Shop, payment: Payment) {
  return transact(shop.db, async (tx) => {
    const [mine] = await tx.select().from(paymentIntents).where(eq(paymentIntents.id, payment.id)).for('update')
    if (mine?.status === 'succeeded' && !mine.orderId) await giveBack({ ...shop, db: tx }, mine)
  })
}

type Round<T> = { what: string; items: T[]; work: (item: T) => Promise<unknown> }

/** Each by itself: one that fails is logged and left for the next round; when Stripe is down, all are. */
async function each<T>({ log }: Shop, { what, items, work }: Round<T>) {
  const left = [...items]
  let isDown = false
  const lane = async () => {
    for (let item = left.shift(); item !== undefined && !isDown; item = left.shift()) {
      try {
        await work(item)
      } catch (error) {
        isDown ||= error instanceof StripeDown
        log.warn({ what, error: String(error) }, 'reconciler: left for the next round')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}
