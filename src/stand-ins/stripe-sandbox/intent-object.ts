import { eq } from 'drizzle-orm'
import type Stripe from 'stripe'
import { badRequest, missing } from './problem.ts'
import { type Call, PATH, seconds } from './sandbox.ts'
import { sandboxIntents } from './table.server.ts'

export type IntentRow = typeof sandboxIntents.$inferSelect

export function toIntent(row: IntentRow, { sandbox }: Pick<Call, 'sandbox'>): Stripe.PaymentIntent {
  return {
    id: row.id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: row.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: row.status === 'succeeded' ? row.amount : 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: row.automatic,
    canceled_at: row.canceledAt && seconds(row.canceledAt),
    cancellation_reason: row.cancellationReason,
    capture_method: row.automatic ? 'automatic_async' : 'automatic',
    client_secret: row.clientSecret,
    confirmation_method: row.confirmationMethod,
    created: seconds(row.createdAt),
    currency: row.currency,
    customer: null,
    customer_account: null,
    description: row.description,
    excluded_payment_method_types: null,
    last_payment_error: row.lastError,
    latest_charge: row.latestChargeId,
    livemode: false,
    managed_payments: null,
    metadata: row.metadata,
    next_action: nextAction(row, sandbox.origin),
    on_behalf_of: null,
    payment_method: row.methodId,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: row.threeDSecure },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: row.receiptEmail,
    review: null,
    setup_future_usage: row.setupFutureUsage,
    shipping: row.shipping,
    source: null,
    statement_descriptor: row.statementDescriptor,
    statement_descriptor_suffix: row.statementDescriptorSuffix,
    status: row.status,
    transfer_data: null,
    transfer_group: null,
  }
}

/** The next action of a 3-D Secure question: shown by Stripe.js, or a redirect for a page without it. */
function nextAction(row: IntentRow, origin: string): Stripe.PaymentIntent.NextAction | null {
  if (row.status !== 'requires_action' || !row.challengeId) return null
  const url = `${origin}${PATH}/v3/3ds?source=${row.challengeId}`
  if (row.returnUrl) return { type: 'redirect_to_url', redirect_to_url: { return_url: row.returnUrl, url } }
  const sdk = { type: 'three_d_secure_redirect', source: row.challengeId, stripe_js: url }
  return { type: 'use_stripe_sdk', use_stripe_sdk: sdk }
}

const PUBLIC_FIELDS = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies (keyof Stripe.PaymentIntent)[]

/** The intent as the holder of this key may see it: a browser learns neither metadata nor charges. */
export function shownIntent(row: IntentRow, call: Call): Partial<Stripe.PaymentIntent> {
  const intent = toIntent(row, call)
  if (call.by === 'secret') return intent
  return Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, intent[field]]))
}

/** Throws for an intent that is not there, and for a browser that does not know its secret. */
export async function intentOf({ db, by }: Call, id: string, clientSecret?: string): Promise<IntentRow> {
  const [row] = await db.select().from(sandboxIntents).where(eq(sandboxIntents.id, id))
  if (!row) throw missing('payment_intent', id, 'intent')
  if (by === 'publishable' && !clientSecret) {
    throw badRequest('Missing required param: client_secret.', { code: 'parameter_missing', param: 'client_secret' })
  }
  if (clientSecret !== undefined && clientSecret !== row.clientSecret) {
    const message = 'The client_secret provided does not match the client_secret associated with the PaymentIntent.'
    throw badRequest(message, { param: 'client_secret' })
  }
  return row
}
