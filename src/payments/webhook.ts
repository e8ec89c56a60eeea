import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, isNull, lt } from 'drizzle-orm'
import Stripe from 'stripe'
import { z } from 'zod'
import { type Db, transact } from '../database/db.ts'
import { deleteInPortions } from '../database/delete-in-portions.ts'
import { dequeue, enqueue } from '../database/jobs.ts'
import { isGivenBackByHand } from '../orders/orders.ts'
import { noteWarned } from '../orders/payment-states.ts'
import type { Shop } from '../shop.ts'
import { isText } from '../wire/listing.ts'
import { Refusal } from '../wire/refusal.ts'
import { paymentOf, recordPayment, settle } from './settle.ts'
import { intentAtStripe } from './stripe-calls.ts'
import { stripeKeys } from './stripe-keys.ts'
import { paymentIntents, stripeEvents } from './table.server.ts'

const TOLERANCE_SECONDS = 300
/** The safety net waits for the quick way to be done. */
const NET_SECONDS = 15
const QUICK_WAY = 3000

const Text = z.string().max(255).refine(isText)
const Event = z.object({
  id: Text.min(1),
  type: Text.min(1),
  created: z.number(),
  data: z.object({
    object: z.object({ id: Text.optional(), object: Text, payment_intent: Text.nullable().catch(null).optional() }),
  }),
})
type Event = z.infer<typeof Event>

/** Events that somebody pays or has paid; Stripe itself is asked then, so their order and copies mean nothing. */
export const TELLING = new Set([
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'charge.refunded',
])

/** Events by which Stripe tells of a payment that the card's owner or bank disputes, or may. */
export const WARNING = new Set(['charge.dispute.created', 'radar.early_fraud_warning.created'])

/**
 * Takes an event that Stripe signed within 5 minutes into the inbox; when it returns, the event is committed, and
 * mostly worked on too. Throws Refusal bad_request for what Stripe did not sign (docs.stripe.com/webhooks/signature).
 */
export async function takeEvent(shop: Shop, payload: string, signature: string | undefined): Promise<void> {
  const { id, type, created, data } = await signedEvent(shop, payload, signature)
  const kept = {
    created,
    object: data.object.object,
    objectId: data.object.id ?? null,
    intentId: intentIdIn(data.object),
  }
  const jobId = await transact(shop.db, async (tx) => {
    const row = { id, type, payload: kept, receivedAt: shop.clock.now() }
    const taken = await tx.insert(stripeEvents).values(row).onConflictDoNothing().returning({ id: stripeEvents.id })
    if (taken.length === 0) return null
    return enqueue({ ...shop, db: tx }, 'stripeEvent', { data: { eventId: id }, startAfter: NET_SECONDS })
  })
  if (!jobId) return
  const work = workOnEvent(shop, id)
    .then(() => dequeue(shop, 'stripeEvent', jobId))
    .catch((error: unknown) => shop.log.warn({ event: id, error: String(error) }, 'event waits for its job'))
  const done = new AbortController()
  const late = wait(QUICK_WAY, undefined, { signal: done.signal }).catch(() => undefined)
  await Promise.race([work, late])
  done.abort()
}

const notSigned = () => new Refusal('bad_request', 'Stripe did not sign this within the last five minutes.')

/**
 * Throws Refusal bad_request for a signature's header of another form or time, before the body is read: the SDK takes any
 * time to come for fresh, and of two times the last.
 */
export function refuseStale({ clock }: Shop, signature = '') {
  const parts = signature.split(',')
  const times = parts.filter((part) => /^\s*t\s*=/.test(part))
  const signedAt = Number(/^t=(\d{1,12})$/.exec(times.join())?.[1])
  const isFresh = Math.abs(signedAt - clock.now().getTime() / 1000) <= TOLERANCE_SECONDS
  if (!isFresh || !parts.some((part) => /^v1=[\da-f]{64}$/.test(part))) throw notSigned()
}

async function signedEvent(shop: Shop, payload: string, signature = ''): Promise<Event> {
  const now = shop.clock.now().getTime()
  const { webhookSecret } = stripeKeys(shop.config)
  try {
    await Stripe.webhooks.constructEventAsync(payload, signature, webhookSecret, TOLERANCE_SECONDS, undefined, now)
  } catch {
    throw notSigned()
  }
  const event = Event.safeParse(JSON.parse(payload))
  if (!event.success) throw new Refusal('bad_request', 'This is no event of Stripe.')
  return event.data
}

function intentIdIn({ id, object, payment_intent: intent }: Event['data']['object']) {
  return (object === 'payment_intent' ? id : intent) ?? null
}

const Kept = z.object({ intentId: z.string().nullable() })

/** Works on an event of the inbox, once or more often; nothing changes the second time. */
export async function workOnEvent(shop: Shop, eventId: string): Promise<void> {
  const [event] = await shop.db.select().from(stripeEvents).where(eq(stripeEvents.id, eventId))
  if (!event || event.processedAt) return
  const { intentId } = Kept.parse(event.payload)
  if (intentId && TELLING.has(event.type)) {
    const intent = await intentAtStripe(shop.stripe, intentId)
    if (intent) await settle(shop, intent)
  }
  if (intentId && event.type === 'refund.failed') await noteFailedRefund(shop, intentId)
  if (intentId && WARNING.has(event.type)) await noteWarning(shop, intentId)
  await shop.db.update(stripeEvents).set({ processedAt: shop.clock.now() }).where(eq(stripeEvents.id, eventId))
}

/** The bank sent the money back to the shop: only a person can find another way to the buyer. */
async function noteFailedRefund({ db, clock, log }: Shop, intentId: string) {
  const payment = await paymentOf(db, intentId)
  const isRefunded =
    payment?.status === 'refunded' || (payment?.orderId && (await isGivenBackByHand(db, payment.orderId)))
  if (!payment || !isRefunded) return
  log.error({ payment: intentId, order: payment.orderId }, 'a refund failed after it was made')
  const after = { payment: intentId, cents: payment.amountCents }
  await recordPayment(db, payment, { at: clock.now(), actor: null, action: 'order.refund-failed', after })
}

/** Whether the parts go out nevertheless, or the money back, is for a person to decide. */
async function noteWarning({ db, clock, log }: Shop, intentId: string) {
  const at = clock.now()
  const isNews = and(eq(paymentIntents.id, intentId), isNull(paymentIntents.warnedAt))
  await transact(db, async (tx) => {
    const [news] = await tx.update(paymentIntents).set({ warnedAt: at }).where(isNews).returning()
    if (!news) return
    const after = { payment: intentId, cents: news.amountCents }
    await recordPayment(tx, news, { at, actor: null, action: 'order.charge-warned', after })
    log.error({ payment: intentId, order: news.orderId }, 'Stripe warns of a payment: it is disputed, or may be fraud')
  })
  // After the transaction, since others lock the order before its payment.
  const payment = await paymentOf(db, intentId)
  if (payment?.orderId && payment.warnedAt) await noteWarned(db, { id: payment.orderId, at: payment.warnedAt })
}

/** Deletes events that were processed so long ago that Stripe will not send them again. */
export const forgetOldEvents = (db: Db, before: Date) =>
  deleteInPortions(db, stripeEvents, lt(stripeEvents.processedAt, before))
