import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type Stripe from 'stripe'
import { z } from 'zod'
import { behaviourOf, type Decline } from './cards.ts'
import { toCharge } from './charges.ts'
import { record } from './events.ts'
import { newId } from './ids.ts'
import { type IntentRow, intentOf, shownIntent, toIntent } from './intent-object.ts'
import { Expand, Text, Yes } from './params.ts'
import { MethodData, type MethodRow, methodFrom, methodOf, toMethod } from './payment-methods.ts'
import { badRequest, docUrl, unexpectedState } from './problem.ts'
import { type Answer, type Call, ok } from './sandbox.ts'
import { sandboxCharges, sandboxIntents } from './table.server.ts'

/** The parameters of confirming, alone or with creating. */
export const ConfirmFields = {
  ...Expand,
  off_session: Yes.optional(),
  payment_method: Text.optional(),
  payment_method_data: MethodData.optional(),
  payment_method_options: z
    .strictObject({
      card: z.strictObject({ request_three_d_secure: z.enum(['automatic', 'any', 'challenge']).optional() }).optional(),
    })
    .optional(),
  return_url: Text.optional(),
  use_stripe_sdk: Yes.optional(),
}

export const ConfirmIntent = z.strictObject({ ...ConfirmFields, client_secret: Text.optional() })
type ConfirmIntent = z.infer<typeof ConfirmIntent>

const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const

/** Charges the card once, asks for 3-D Secure, or answers 402 with why the card was declined. */
export async function confirmIntent(call: Call, id: string, params: ConfirmIntent): Promise<Answer> {
  const before = await intentOf(call, id, params.client_secret)
  checkReturnUrl(call, params.return_url)
  const given = await methodFrom(call, params)
  const threeDSecure = params.payment_method_options?.card?.request_three_d_secure
  // The one way into processing: a second confirm waits for this row and then finds no state it may leave.
  const [intent] = await call.db
    .update(sandboxIntents)
    .set({
      status: 'processing',
      challengeId: null,
      lastError: null,
      returnUrl: params.use_stripe_sdk ? null : (params.return_url ?? null),
      ...(given && { methodId: given.id }),
      ...(threeDSecure && { threeDSecure }),
    })
    .where(
      and(
        eq(sandboxIntents.id, id),
        inArray(sandboxIntents.status, [...CONFIRMABLE]),
        given ? undefined : isNotNull(sandboxIntents.methodId),
      ),
    )
    .returning()
  if (!intent?.methodId) throw await whyNot(call, before)
  const method = given ?? (await methodOf(call, intent.methodId))
  const { asks } = behaviourOf(method.behaviour)
  if (!asks && intent.threeDSecure === 'automatic') return settle(call, { intent, method, authenticated: false })
  if (!params.off_session) return ask(call, intent)
  const message = 'Your card was declined. This transaction requires authentication.'
  return decline(
    call,
    { intent, method, authenticated: false },
    {
      code: 'authentication_required',
      declineCode: 'authentication_required',
      message,
    },
  )
}

function checkReturnUrl({ sandbox }: Call, url: string | undefined) {
  if (url === undefined || URL.parse(url)?.origin === sandbox.origin) return
  // At Stripe any site will do; here the page that leads there stands on the shop's own origin.
  throw badRequest(`The return_url must begin with ${sandbox.origin}/.`, { code: 'url_invalid', param: 'return_url' })
}

async function whyNot(call: Call, seen: IntentRow) {
  const [now = seen] = await call.db.select().from(sandboxIntents).where(eq(sandboxIntents.id, seen.id))
  const reasons: Partial<Record<IntentRow['status'], string>> = {
    succeeded:
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    requires_payment_method:
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
  }
  const other = `You cannot confirm this PaymentIntent because it has a status of ${now.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${CONFIRMABLE.join(', ')}.`
  return unexpectedState(reasons[now.status] ?? other, shownIntent(now, call))
}

async function ask(call: Call, { id }: IntentRow): Promise<Answer> {
  const row = await change(call, id, { status: 'requires_action', challengeId: newId('src') })
  await record(call, 'payment_intent.requires_action', toIntent(row, call))
  return ok(shownIntent(row, call))
}

type Tried = { intent: IntentRow; method: MethodRow; authenticated: boolean }

/** Ends an intent that is in processing as its card does: charged, or declined. */
export async function settle(call: Call, tried: Tried): Promise<Answer> {
  const { intent, method } = tried
  const { decline: reason } = behaviourOf(method.behaviour)
  if (reason) return decline(call, tried, reason)
  const charge = await keepCharge(call, tried, { status: 'succeeded' })
  const row = await change(call, intent.id, { status: 'succeeded', latestChargeId: charge.id, challengeId: null })
  await record(call, 'charge.succeeded', toCharge(charge))
  await record(call, 'payment_intent.succeeded', toIntent(row, call))
  return ok(shownIntent(row, call))
}

async function decline(call: Call, tried: Tried, reason: Decline): Promise<Answer> {
  const { intent, method } = tried
  const charge = await keepCharge(call, tried, {
    status: 'failed',
    failureCode: reason.code,
    failureMessage: reason.message,
    declineCode: reason.declineCode,
  })
  const error: Stripe.PaymentIntent.LastPaymentError = {
    type: 'card_error',
    code: reason.code,
    doc_url: docUrl(reason.code),
    message: reason.message,
    charge: charge.id,
    ...(reason.declineCode && { decline_code: reason.declineCode }),
    ...(reason.param && { param: reason.param }),
    payment_method: toMethod(method),
  }
  const row = await refuse(call, intent.id, { lastError: error, latestChargeId: charge.id })
  await record(call, 'charge.failed', toCharge(charge))
  await record(call, 'payment_intent.payment_failed', toIntent(row, call))
  return { status: 402, body: { error: { ...error, payment_intent: shownIntent(row, call) } } }
}

/** Sends an intent back to wait for another card. */
export const refuse = (call: Call, id: string, why: Pick<IntentRow, 'lastError'> & Partial<IntentRow>) =>
  change(call, id, {
    status: 'requires_payment_method',
    methodId: null,
    challengeId: null,
    ...why,
  })

async function change({ db }: Call, id: string, set: Partial<IntentRow>): Promise<IntentRow> {
  const [row] = await db.update(sandboxIntents).set(set).where(eq(sandboxIntents.id, id)).returning()
  if (!row) throw new Error(`payment intent ${id} is gone`)
  return row
}

type Outcome = Pick<typeof sandboxCharges.$inferInsert, 'status' | 'failureCode' | 'failureMessage' | 'declineCode'>

async function keepCharge(call: Call, { intent, method, authenticated }: Tried, outcome: Outcome) {
  const { amount, currency } = intent
  const { description, metadata, receipt_email, shipping, statement_descriptor, statement_descriptor_suffix } =
    toIntent(intent, call)
  const [row] = await call.db
    .insert(sandboxCharges)
    .values({
      ...outcome,
      authenticated,
      id: newId('ch'),
      intentId: intent.id,
      methodId: method.id,
      amount,
      currency,
      method: toMethod(method),
      copied: { description, metadata, receipt_email, shipping, statement_descriptor, statement_descriptor_suffix },
      createdAt: call.now,
    })
    .returning()
  if (!row) throw new Error('the charge was not stored')
  return row
}
