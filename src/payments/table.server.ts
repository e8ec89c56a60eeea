import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import { orders } from '../orders/table.server.ts'

/** The payment intents at Stripe; one live intent an order (laws M2, M6). */
export const paymentIntents = pgTable(
  'payment_intents',
  {
    id: text().primaryKey(),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id),
    orderId: uuid('order_id').references(() => orders.id),
    amountCents: integer('amount_cents').notNull(),
    currency: text().notNull(),
    status: text({ enum: ['open', 'succeeded', 'cancelled', 'refund_due', 'refunded'] })
      .notNull()
      .default('open'),
    refundId: text('refund_id').unique(),
    createdAt: instant('created_at').notNull(),
    /** When Stripe was last asked about it; the reconciler asks about the longest unasked first. */
    checkedAt: instant('checked_at').notNull(),
    settledAt: instant('settled_at'),
    /** From where an unverified buyer began it, for a day: `placeOf`. */
    place: text(),
    /** When Stripe told first that it is disputed, or may be fraud. */
    warnedAt: instant('warned_at'),
    /** The highest sum known to be given back by hand at Stripe, as a part of the charge. */
    givenBackCents: integer('given_back_cents').notNull().default(0),
  },
  (t) => [
    check('payment_intents_given_back_in_part', sql`${t.givenBackCents} between 0 and ${t.amountCents}`),
    check('payment_intents_amount_positive', sql`${t.amountCents} > 0`),
    uniqueIndex('payment_intents_one_live_an_order').on(t.orderId).where(sql`status in ('open', 'succeeded')`),
    index('payment_intents_open').on(t.checkedAt).where(sql`status = 'open'`),
    index('payment_intents_to_refund').on(t.checkedAt).where(sql`status = 'refund_due'`),
    index('payment_intents_unclaimed').on(t.settledAt).where(sql`status = 'succeeded' and order_id is null`),
    index('payment_intents_of_order').on(t.orderId),
    index('payment_intents_of_buyer').on(t.buyerId),
    index('payment_intents_of_place').on(t.place).where(sql`place is not null`),
  ],
)

/**
 * Webhook inbox: an event is answered 2xx once its row is committed, and worked on once. `payload` names the object
 * alone: a whole one holds a client secret and parts of a card.
 */
export const stripeEvents = pgTable(
  'stripe_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    payload: jsonb().notNull(),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
  },
  (t) => [
    index('stripe_events_waiting').on(t.receivedAt).where(sql`processed_at is null`),
    index('stripe_events_of_declines')
      .on(sql`(payload ->> 'intentId')`)
      .where(sql`type = 'payment_intent.payment_failed'`),
  ],
)
