import { sql } from 'drizzle-orm'
import type { PgColumnBuilderBase } from 'drizzle-orm/pg-core'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type Stripe from 'stripe'
import { instant } from '../../database/columns.ts'

/** Apart from the shop's own tables: the sandbox plays another company, and the shop never reads its books. */
export const stripeSandboxSchema = pgSchema('stripe_sandbox')

/** Ids are random; lists are ordered by when the row was written. */
const listed = {
  id: text().primaryKey(),
  position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
  createdAt: instant('created_at').notNull(),
} satisfies Record<string, PgColumnBuilderBase>

type Metadata = Record<string, string>

export const sandboxMethods = stripeSandboxSchema.table('payment_methods', {
  ...listed,
  /** Name of what the test card does (`cards.ts`); the number itself is never stored. */
  behaviour: text().notNull(),
  brand: text().notNull(),
  last4: text().notNull(),
  expMonth: integer('exp_month').notNull(),
  expYear: integer('exp_year').notNull(),
  fingerprint: text().notNull(),
  cvcGiven: boolean('cvc_given').notNull(),
  billing: jsonb().$type<Stripe.PaymentMethod.BillingDetails>().notNull(),
  metadata: jsonb().$type<Metadata>().notNull(),
})

export const sandboxIntents = stripeSandboxSchema.table(
  'payment_intents',
  {
    ...listed,
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text({
      enum: [
        'requires_payment_method',
        'requires_confirmation',
        'requires_action',
        'processing',
        'succeeded',
        'canceled',
      ],
    }).notNull(),
    clientSecret: text('client_secret').notNull(),
    methodId: text('payment_method_id').references(() => sandboxMethods.id),
    latestChargeId: text('latest_charge_id'),
    /** The open 3-D Secure challenge; its id is the only proof that an answer needs. */
    challengeId: text('challenge_id').unique(),
    returnUrl: text('return_url'),
    threeDSecure: text('three_d_secure', { enum: ['automatic', 'any', 'challenge'] }).notNull(),
    confirmationMethod: text('confirmation_method', { enum: ['automatic', 'manual'] }).notNull(),
    automatic: jsonb('automatic_payment_methods').$type<Stripe.PaymentIntent.AutomaticPaymentMethods>(),
    setupFutureUsage: text('setup_future_usage', { enum: ['off_session', 'on_session'] }),
    description: text(),
    receiptEmail: text('receipt_email'),
    shipping: jsonb().$type<Stripe.PaymentIntent.Shipping>(),
    statementDescriptor: text('statement_descriptor'),
    statementDescriptorSuffix: text('statement_descriptor_suffix'),
    metadata: jsonb().$type<Metadata>().notNull(),
    lastError: jsonb('last_payment_error').$type<Stripe.PaymentIntent.LastPaymentError>(),
    canceledAt: instant('canceled_at'),
    cancellationReason: text('cancellation_reason', {
      enum: ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'],
    }),
  },
  (t) => [
    check('sandbox_intents_amount', sql`${t.amount} between 1 and 99999999`),
    uniqueIndex('sandbox_intents_position').on(t.position),
  ],
)

export const sandboxCharges = stripeSandboxSchema.table(
  'charges',
  {
    ...listed,
    intentId: text('payment_intent_id')
      .notNull()
      .references(() => sandboxIntents.id),
    methodId: text('payment_method_id')
      .notNull()
      .references(() => sandboxMethods.id),
    amount: integer().notNull(),
    amountRefunded: integer('amount_refunded').notNull().default(0),
    currency: text().notNull(),
    status: text({ enum: ['succeeded', 'failed'] }).notNull(),
    failureCode: text('failure_code'),
    failureMessage: text('failure_message'),
    declineCode: text('decline_code'),
    authenticated: boolean().notNull(),
    /** Copies of the payment method's and the intent's fields at the time of the charge. */
    method: jsonb().$type<Stripe.PaymentMethod>().notNull(),
    copied: jsonb().$type<CopiedToCharge>().notNull(),
  },
  (t) => [
    check('sandbox_charges_refunds', sql`${t.amountRefunded} between 0 and ${t.amount}`),
    uniqueIndex('sandbox_charges_position').on(t.position),
    uniqueIndex('sandbox_charges_once').on(t.intentId).where(sql`status = 'succeeded'`),
    index('sandbox_charges_of_intent').on(t.intentId),
  ],
)

export type CopiedToCharge = Pick<
  Stripe.PaymentIntent,
  'description' | 'metadata' | 'receipt_email' | 'shipping' | 'statement_descriptor' | 'statement_descriptor_suffix'
>

export const sandboxRefunds = stripeSandboxSchema.table(
  'refunds',
  {
    ...listed,
    chargeId: text('charge_id')
      .notNull()
      .references(() => sandboxCharges.id),
    intentId: text('payment_intent_id')
      .notNull()
      .references(() => sandboxIntents.id),
    amount: integer().notNull(),
    currency: text().notNull(),
    reason: text({ enum: ['duplicate', 'fraudulent', 'requested_by_customer'] }),
    metadata: jsonb().$type<Metadata>().notNull(),
  },
  (t) => [
    check('sandbox_refunds_amount', sql`${t.amount} > 0`),
    uniqueIndex('sandbox_refunds_position').on(t.position),
    index('sandbox_refunds_of_charge').on(t.chargeId),
    index('sandbox_refunds_of_intent').on(t.intentId),
  ],
)

export const sandboxEvents = stripeSandboxSchema.table(
  'events',
  {
    ...listed,
    type: text().$type<EventType>().notNull(),
    object: json().$type<EventObject>().notNull(),
    requestId: text('request_id'),
    idempotencyKey: text('idempotency_key'),
  },
  (t) => [uniqueIndex('sandbox_events_position').on(t.position), index('sandbox_events_of_type').on(t.type)],
)
export type EventObject = Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund
export type EventType =
  | `payment_intent.${'created' | 'succeeded' | 'payment_failed' | 'canceled' | 'requires_action'}`
  | `charge.${'succeeded' | 'failed' | 'refunded'}`
  | 'refund.created'

/** The webhook's outbox: a row waits until the shop has answered its event with 2xx. */
export const sandboxDeliveries = stripeSandboxSchema.table(
  'deliveries',
  {
    eventId: text('event_id')
      .primaryKey()
      .references(() => sandboxEvents.id),
    position: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    attempts: integer().notNull().default(0),
    nextAt: instant('next_at').notNull(),
    deliveredAt: instant('delivered_at'),
    lastAnswer: text('last_answer'),
  },
  (t) => [index('sandbox_deliveries_due').on(t.nextAt).where(sql`delivered_at is null`)],
)

export const sandboxAnswers = stripeSandboxSchema.table(
  'idempotent_answers',
  {
    owner: text({ enum: ['secret', 'publishable'] }).notNull(),
    key: text().notNull(),
    path: text().notNull(),
    requestHash: text('request_hash').notNull(),
    requestId: text('request_id').notNull(),
    status: integer().notNull(),
    body: json().$type<object>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.key] }), index('sandbox_answers_age').on(t.createdAt)],
)
