import { and, count, eq, gt, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { DAY } from '../config/clock.ts'
import type { Db } from '../database/db.ts'
import { enqueue } from '../database/jobs.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { paymentOf } from './settle.ts'
import { paymentIntents, stripeEvents } from './table.server.ts'

/** The event of a card that was refused, also by its owner or bank in 3-D Secure. */
export const DECLINED = 'payment_intent.payment_failed'

/**
 * How many refused cards end a payment, and after how many in a day a buyer begins no other, nor does anybody unverified
 * from one place: the cards may be stolen.
 */
const MOST = { payment: 10, buyer: 30, place: 60 }

/** Ends an open payment at which too many cards were refused, where limits are on; another one can pay its order. */
export async function noteDecline(shop: Shop, intentId: string) {
  const { db, clock, config, log } = shop
  if (!config.rateLimit) return
  const payment = await paymentOf(db, intentId)
  if (payment?.status !== 'open') return
  const ofPayment = await declinesOf(db, eq(paymentIntents.id, intentId))
  if (ofPayment < MOST.payment && !(await tooManyToday(db, payment, clock.now()))) return
  log.warn({ payment: intentId, buyer: payment.buyerId, declines: ofPayment }, 'a payment ends: too many cards refused')
  await enqueue(shop, 'cancelIntent', { data: { paymentIntentId: intentId } })
}

/** `place` is null for a verified buyer. */
type Payer = { buyerId: string; place: string | null }

/** Throws Refusal conflict for a buyer, or a place, with too many refused cards today, where limits are on. */
export async function refuseManyDeclines({ db, clock, config }: Shop, payer: Payer) {
  const tooMany = config.rateLimit && (await tooManyToday(db, payer, clock.now()))
  if (!tooMany) return
  const says =
    tooMany === 'buyer'
      ? `${MOST.buyer} cards were declined for you within a day, which is the most. Order and pay tomorrow.`
      : `${MOST.place} cards were declined in your network within a day, which is the most. Verify your e-mail, then pay.`
  throw new Refusal('conflict', says)
}

async function tooManyToday(db: Db, { buyerId, place }: Payer, now: Date) {
  const isOfToday = gt(stripeEvents.receivedAt, new Date(now.getTime() - DAY))
  if ((await declinesOf(db, and(eq(paymentIntents.buyerId, buyerId), isOfToday))) >= MOST.buyer) return 'buyer'
  if (place && (await declinesOf(db, and(eq(paymentIntents.place, place), isOfToday))) >= MOST.place) return 'place'
  return undefined
}

/** Forgets from which place a payment was begun before `before`; it counts for a day. */
export const forgetPlacesOfPayments = (db: Db, before: Date) =>
  db
    .update(paymentIntents)
    .set({ place: null })
    .where(and(isNotNull(paymentIntents.place), lt(paymentIntents.createdAt, before)))

async function declinesOf(db: Db, which: SQL | undefined) {
  const isOfIntent = eq(sql`${stripeEvents.payload} ->> 'intentId'`, paymentIntents.id)
  // Not as a parameter, by which PostgreSQL could not know that the index of declines holds all of them.
  const isDecline = eq(stripeEvents.type, sql.raw(`'${DECLINED}'`))
  const [{ declines } = { declines: 0 }] = await db
    .select({ declines: count() })
    .from(paymentIntents)
    .innerJoin(stripeEvents, and(isOfIntent, isDecline))
    .where(which)
  return declines
}
