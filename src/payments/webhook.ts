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
import { DECLINED, noteDecline } from './declines.ts'
import { isOurs, noteLessGivenBack, paymentOf, recordPayment, settle } from './settle.ts'
import { centsGivenBack, intentAtStripe } from './stripe-calls.ts'
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
    object: z.object({
      id: Text.optional(),
      object: Text,
      payment_intent: Text.nullable().catch(null).optional(),
      amount: z.int().positive().optional().catch(undefined),
    }),
  }),
})
type Event = z.infer<typeof Event>

/** Events that somebody pays or has paid; Stripe itself is asked then, so their order and copies mean nothing. */
const TELLING = new Set([
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.processing',
  'payment_intent.requires_action',
  'charge.refunded',
])

/** Events by which Stripe tells of a payment that the card's owner or bank disputes, or may. */
const WARNING = new Set(['charge.dispute.created', 'radar.early_fraud_warning.created'])

const REFUND_FAILED = 'refund.failed'
/** Events that are noted at their payment. */
export const NOTED = new Set([...WARNING, REFUND_FAILED])

/** All events that are worked on. */
export const HEARD = [...TELLING, ...NOTED, DECLINED]

/**
 * Takes an event that Stripe signed within 5 minutes into the inbox; when it returns, the event is committed, and
 * mostly worked on too. Throws Refusal bad_request for what Stripe did not sign (docs.stripe.com/webhooks/signature).
 */
export async function takeEvent(shop: Shop, payload: string, signature: string | undefined): Promise<void> {
  const event = await signedEvent(shop, payload, signature)
  const { id } = event
  const jobId = await transact(shop.db, (tx) => keepEvent({ ...shop, db: tx }, event, NET_SECONDS))
  if (!jobId) return
  const work = workOnEvent(shop, id)
    .then(() => dequeue(shop, 'stripeEvent', jobId))
    .catch((error: unknown) => shop.log.warn({ event: id, error: String(error) }, 'event waits for its job'))
  const done = new AbortController()
  const late = wait(QUICK_WAY, undefined, { signal: done.signal }).catch(() => undefined)
  await Promise.race([work, late])
  done.abort()
}

/** Takes events that Stripe answered with, which bear no signature, into the inbox, and leaves them to their jobs. */
export const takeListed = (shop: Shop, events: Stripe.Event[]) =>
  transact(shop.db, async (tx) => {
    for (const event of events) await keepEvent({ ...shop, db: tx }, Event.parse(event), 0)
  })

/** Writes an event and its job; null for one that is there. To be called in a transaction. */
async function keepEvent(shop: Shop, { id, type, created, data: { object } }: Event, startAfter: number) {
  const { db, clock } = shop
  const { object: kind, id: objectId = null, amount } = object
  const payload = {
    created,
    object: kind,
    objectId,
    intentId: intentIdIn(object),
    ...(kind === 'refund' && { amount }),
  }
  const row = { id, type, payload, receivedAt: clock.now() }
  const [taken] = await db.insert(stripeEvents).values(row).onConflictDoNothing().returning({ id: stripeEvents.id })
  return taken ? enqueue(shop, 'stripeEvent', { data: { eventId: id }, startAfter }) : null
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

const Kept = z.object({ intentId: z.string().nullable(), amount: z.number().optional() })

/** Works on an event of the inbox, once or more often; nothing changes the second time. */
export async function workOnEvent(shop: Shop, eventId: string): Promise<void> {
  const [event] = await shop.db.select().from(stripeEvents).where(eq(stripeEvents.id, eventId))
  if (!event || event.processedAt) return
  const { intentId, amount } = Kept.parse(event.payload)
  const { type } = event
  if (intentId && HEARD.includes(type)) await hearOf(shop, { type, intentId, amount })
  await shop.db.update(stripeEvents).set({ processedAt: shop.clock.now() }).where(eq(stripeEvents.id, eventId))
}

type Heard = { type: string; intentId: string; amount?: number | undefined }

async function hearOf(shop: Shop, { type, intentId, amount }: Heard) {
  if (type === DECLINED) return noteDecline(shop, intentId)
  // A restored database lacks payments, which are found before anything is noted at them.
  const isAsked = TELLING.has(type) || type === REFUND_FAILED || !(await paymentOf(shop.db, intentId))
  const intent = isAsked ? await intentAtStripe(shop.stripe, intentId) : undefined
  if (intent) await settle(shop, intent)
  if (type === REFUND_FAILED && intent) await noteFailedRefund(shop, intent, amount)
  if (WARNING.has(type)) await noteWarning(shop, intentId, intent)
}

/**
 * The bank sent the money back to the shop: only a person can find another way to the buyer, unless the shop still has to
 * give back the whole, which it tries again.
 */
async function noteFailedRefund({ db, clock, log }: Shop, intent: Stripe.PaymentIntent, amount?: number) {
  const payment = await paymentOf(db, intent.id)
  if (!payment) return
  await noteLessGivenBack(db, payment, centsGivenBack(intent))
  if (payment.status === 'refund_due') return
  const isWhole = payment.status === 'refunded' || (payment.orderId && (await isGivenBackByHand(db, payment.orderId)))
  // Of several refunds of a charge one may fail.
  const cents = amount ?? (isWhole ? payment.amountCents : payment.givenBackCents)
  if (cents === 0) return
  log.error({ payment: intent.id, order: payment.orderId, cents }, 'a refund failed after it was made')
  const after = { payment: intent.id, cents }
  await recordPayment(db, payment, { at: clock.now(), actor: null, action: 'order.refund-failed', after })
}

/** Whether the parts go out nevertheless, or the money back, is for a person to decide. */
async function noteWarning({ db, clock, log }: Shop, intentId: string, intent: Stripe.PaymentIntent | undefined) {
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
  if (!payment && intent && isOurs(intent)) {
    const { orderId: order } = intent.metadata
    log.error({ payment: intentId, order }, 'Stripe warns of a payment that is not in the books of this shop')
  }
  if (payment?.orderId && payment.warnedAt) await noteWarned(db, { id: payment.orderId, at: payment.warnedAt })
}

/** Deletes events that were processed so long ago that Stripe will not send them again. */
export const forgetOldEvents = (db: Db, before: Date) =>
  deleteInPortions(db, stripeEvents, lt(stripeEvents.processedAt, before))
