import Stripe from 'stripe'
import { HOUR } from '../config/clock.ts'
import { Refusal, unavailable } from '../wire/refusal.ts'

export const CURRENCY = 'usd'

const { StripeAPIError, StripeConnectionError, StripeError, StripeRateLimitError } = Stripe.errors

const isMissing = (error: unknown) => error instanceof StripeError && error.code === 'resource_missing'
const isOurTurnTaken = (error: unknown) => error instanceof StripeError && error.code === 'idempotency_key_in_use'

/** Another request holds this one object. Stripe says so with the status of a rate limit, too. */
const isLocked = (error: unknown) => error instanceof StripeError && error.code === 'lock_timeout'

/** Whether Stripe could not be asked, so that nothing is known and the same may be asked later. */
const isDown = (error: unknown) =>
  error instanceof StripeConnectionError ||
  error instanceof StripeAPIError ||
  error instanceof StripeRateLimitError ||
  (error instanceof StripeError && error.code === 'rate_limit')

const UNANSWERED = 'The payment provider does not answer. Try again in a few seconds.'

/** The Refusal unavailable while Stripe answers no call at all; one about a single object is no StripeDown. */
export class StripeDown extends Refusal {
  constructor() {
    super('unavailable', UNANSWERED, { retryAfter: 5 })
  }
}

/** Calls Stripe; throws Refusal unavailable when it does not answer. Never call it inside a transaction. */
async function asking<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isLocked(error) || isOurTurnTaken(error)) throw unavailable(UNANSWERED, 5)
    if (isDown(error)) throw new StripeDown()
    throw error
  }
}

/** The intent as Stripe knows it now; undefined when Stripe knows none of this id. */
export async function intentAtStripe(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await asking(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** A page of a list, newest first: what was created since, from behind the object `after`. */
export type Since = { since: Date; after: string | undefined }

/** No request of a buyer waits for a list, and Stripe takes longer for a page of a hundred. */
const LISTED_WITHIN = { timeout: 15_000 }

const pageOf = ({ since, after }: Since) => ({
  created: { gte: Math.floor(since.getTime() / 1000) },
  limit: 100,
  ...(after && { starting_after: after }),
})

/** A page of all intents of the account, with their charges. */
export const intentsSince = (stripe: Stripe, page: Since) =>
  asking(stripe.paymentIntents.list({ ...pageOf(page), expand: ['data.latest_charge'] }, LISTED_WITHIN))

/** A page of the events of these types; Stripe keeps events for thirty days. */
export const eventsSince = (stripe: Stripe, page: Since, types: string[]) =>
  asking(stripe.events.list({ ...pageOf(page), types }, LISTED_WITHIN))

/** Whether somebody has begun to pay: the bank works on it, or asks who they are. */
export const isBegun = ({ status }: Stripe.PaymentIntent) => status === 'processing' || status === 'requires_action'

/** Whether the whole charge went back, by us or by hand at Stripe. */
export const isGivenBack = (intent: Stripe.PaymentIntent) => chargeOf(intent)?.refunded ?? false

/** How much of the charge went back, also as a part of it. */
export const centsGivenBack = (intent: Stripe.PaymentIntent) => chargeOf(intent)?.amount_refunded ?? 0

/** The time of the charge, which may be long before the shop learns of it. */
export function chargedAt(intent: Stripe.PaymentIntent) {
  const charge = chargeOf(intent)
  return charge && new Date(charge.created * 1000)
}

/** The charge, where Stripe was asked to answer with it and not with its id alone. */
const chargeOf = ({ latest_charge: charge }: Stripe.PaymentIntent) =>
  charge && typeof charge === 'object' ? charge : undefined

type NewIntent = { cents: number; key: string; at: Date; metadata: { orderId?: string; buyerId: string } }

/** An open intent; `busy` when another request with the key is under way. Two at once with one key are one intent. */
export async function openIntent(stripe: Stripe, { cents, key, at, metadata }: NewIntent) {
  const params = { amount: cents, currency: CURRENCY, payment_method_types: ['card'], metadata }
  try {
    return await stripe.paymentIntents.create(params, { idempotencyKey: `${key}:${hourOf(at)}` })
  } catch (error) {
    if (isOurTurnTaken(error)) return 'busy'
    return asking(Promise.reject(error))
  }
}

/** Ends an intent, or answers with it when it is past ending: paid, being worked on, or ended before. */
export async function endIntent(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await asking(stripe.paymentIntents.cancel(id))
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    if (isMissing(error)) return undefined
    if (error.code === 'payment_intent_unexpected_state') return intentAtStripe(stripe, id)
    throw error
  }
}

/** Gives back whatever is left of a charge, or answers with the refund that took it, each as it stands now. */
export async function refundWhole(stripe: Stripe, id: string, at: Date): Promise<Stripe.Refund | undefined> {
  try {
    const params = { payment_intent: id, metadata: { reason: 'paid nothing' } }
    const refund = await asking(stripe.refunds.create(params, { idempotencyKey: `refund:${id}:${hourOf(at)}` }))
    // A repeated key is answered with what was true then.
    return refund.status === 'succeeded' ? refund : await asking(stripe.refunds.retrieve(refund.id))
  } catch (error) {
    if (!(error instanceof StripeError && error.code === 'charge_already_refunded')) throw error
    const { data } = await asking(stripe.refunds.list({ payment_intent: id, limit: 10 }))
    return data.find(({ status }) => status !== 'failed' && status !== 'canceled')
  }
}

/**
 * Stripe repeats a stored 5xx for as long as it knows the key (a day), so keys change with the hour. What a second key
 * could do twice is held otherwise: one kept intent an order, and never more refunded than charged.
 */
const hourOf = (at: Date) => Math.floor(at.getTime() / HOUR)
