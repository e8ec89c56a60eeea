import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import { products } from '../products/table.server.ts'
import type { Terms } from '../sums/reckon.ts'
import { discountCodes } from '../sums/table.server.ts'
import { EVENTS, LISTED_STATUSES, ORDER_STATUSES } from './contract.ts'

/** An order's state is that of its payment; each of its lines has its own delivery. */
const PAYMENT_STATUSES = ['unpaid', 'paid', 'cancelled', 'expired', 'refund_due', 'refunded'] as const

/** The states of lines in lists, written out: a partial index serves no condition whose values are parameters. */
export const LISTED = sql.raw(LISTED_STATUSES.map((status) => `'${status}'`).join(', '))

/** Short order numbers that people can say. A refused order may use one up. */
export const orderNumbers = pgSequence('order_numbers', { startWith: 104_417 })

/**
 * A checkout: buyer, address and one payment. Its price is the sum of its lines, less the discount, plus shipping and
 * tax.
 */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    number: integer().notNull().default(sql`nextval('order_numbers')`).unique('orders_number_once'),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id),
    buyerEmail: text('buyer_email').notNull(),
    buyerName: text('buyer_name').notNull(),
    priceCents: integer('price_cents').notNull(),
    discountCents: integer('discount_cents').notNull().default(0),
    shippingCents: integer('shipping_cents').notNull().default(0),
    taxCents: integer('tax_cents').notNull().default(0),
    /** The terms of the sums when it was placed; a later change of the rules changes no order. */
    terms: jsonb().$type<Terms>().notNull().default({}),
    /** The discount code that it uses, while it is unpaid or was ever paid. */
    code: text().references(() => discountCodes.code),
    /** True until its country is known; only then shipping and tax are calculated and it can be paid. */
    awaitsCountry: boolean('awaits_country').notNull().default(false),
    company: text().notNull().default(''),
    taxNumber: text('tax_number').notNull().default(''),
    note: text().notNull().default(''),
    /** The buyer's own order number. */
    reference: text().notNull().default(''),
    country: text().notNull().default(''),
    address: text().notNull().default(''),
    phone: text().notNull().default(''),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default('unpaid'),
    transactionId: text('transaction_id').unique('orders_transaction_once'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    closedAt: instant('closed_at'),
    /** When the buyer was asked for reviews of the parts; that happens once. */
    reviewAskedAt: instant('review_asked_at'),
    /** When its account turned out to be somebody else's, or was closed. It can be paid no more: money for it goes back. */
    disownedAt: instant('disowned_at'),
    /** When its charge was found to be given back at Stripe while some of it was delivered: nothing more of it is sent. */
    givenBackAt: instant('given_back_at'),
    /** When Stripe told first that its payment is disputed, or may be fraud. */
    warnedAt: instant('warned_at'),
    /** How much of its payment was given back by hand at Stripe, while the order stays paid. */
    givenBackCents: integer('given_back_cents').notNull().default(0),
    /** A hash of the client address of a buyer who was unverified at the order, kept until a day after it is over. */
    place: text(),
  },
  (t) => [
    check('orders_lines_are_delivered', sql`${t.status} <> 'delivered'`),
    check(
      'orders_paid_has_transaction',
      sql`(${t.status} in ('paid', 'refund_due', 'refunded')) = (${t.transactionId} is not null)`,
    ),
    check('orders_disowned_are_not_paid', sql`${t.disownedAt} is null or ${t.paidAt} is null`),
    check('orders_sums_not_negative', sql`${t.discountCents} >= 0 and ${t.shippingCents} >= 0 and ${t.taxCents} >= 0`),
    index('orders_with_code').on(t.code, t.buyerId).where(sql`code is not null`),
    uniqueIndex('orders_of_buyer').on(t.buyerId, t.id),
    index('orders_to_expire').on(t.expiresAt).where(sql`status = 'unpaid'`),
    index('orders_from_place').on(t.place).where(sql`place is not null`),
    index('orders_unpaid_of_buyer').on(t.buyerId, t.id).where(sql`status = 'unpaid'`),
  ],
)

/** Lines of an order that are sent together. A parcel that was taken back stays, without lines. */
export const parcels = pgTable(
  'parcels',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** Carrier and number are empty when an order is only marked as delivered. */
    carrier: text().notNull().default(''),
    number: text().notNull().default(''),
    sentAt: instant('sent_at').notNull(),
    takenBackAt: instant('taken_back_at'),
    /** Of a correction: an admin's words to the buyer. Not in the audit log, which nobody can be erased from. */
    reason: text().notNull().default(''),
    /** A date alone, since a line that has arrived is still in the state delivered. */
    arrivedAt: instant('arrived_at'),
  },
  (t) => [
    index('parcels_of_order').on(t.orderId),
    index('parcels_taken_back').on(t.orderId).where(sql`taken_back_at is not null`),
    index('parcels_by_arrival').on(sql`coalesce(arrived_at, sent_at)`).where(sql`taken_back_at is null`),
    check('parcels_arrive_when_sent', sql`${t.arrivedAt} is null or ${t.takenBackAt} is null`),
  ],
)

/**
 * The events of an order, numbered from 1 in their sequence. Triggers insert them in the transaction of the change, and
 * rows are never changed or deleted.
 */
export const orderEvents = pgTable(
  'order_events',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    seq: integer().notNull(),
    at: instant('at').notNull(),
    what: text({ enum: EVENTS }).notNull(),
    lineId: uuid('line_id'),
    parcelId: uuid('parcel_id').references(() => parcels.id),
    /** Of a payment that was given back in part: how much of it in all. */
    cents: integer(),
  },
  (t) => [primaryKey({ columns: [t.orderId, t.seq] })],
)

/**
 * The specification's Order. A line keeps a copy of what was bought, so editing or deleting a product changes no line.
 * Buyer and status are copied here, so that lists need one index.
 */
export const orderLines = pgTable(
  'order_lines',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    orderId: uuid('order_id').notNull(),
    buyerId: uuid('buyer_id').notNull(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    productName: text('product_name').notNull(),
    productNumber: text('product_number'),
    productImage: text('product_image').notNull(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    minOrder: integer('min_order').notNull(),
    quantity: integer().notNull(),
    priceCents: integer('price_cents').notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull().default('unpaid'),
    deliveredAt: instant('delivered_at'),
    /** The parcel of a delivered line. */
    parcelId: uuid('parcel_id').references(() => parcels.id),
    /** When this line was cancelled alone; the order continues without it. */
    closedAt: instant('closed_at'),
    /** The buyer's reference for the line. */
    reference: text().notNull().default(''),
    /** The text for searches, written by the trigger order_lines_searched. */
    searched: text().notNull().default(''),
  },
  (t) => [
    foreignKey({
      name: 'order_lines_of_one_buyer',
      columns: [t.buyerId, t.orderId],
      foreignColumns: [orders.buyerId, orders.id],
    }),
    check('order_lines_quantity_positive', sql`${t.quantity} >= 1`),
    check(
      'order_lines_price_is_the_formula',
      sql`${t.priceCents} = round(${t.unitPriceCents}::numeric * ${t.quantity} / ${t.minOrder})`,
    ),
    index('order_lines_of_order').on(t.orderId, t.id),
    index('order_lines_of_buyer').on(t.buyerId, t.id),
    index('order_lines_listed').on(t.buyerId, t.id).where(sql`status in (${LISTED})`),
    index('order_lines_ended').on(t.buyerId, t.productId, t.orderId).where(sql`status in ('cancelled', 'expired')`),
    index('order_lines_by_status').on(t.status, t.id),
    index('order_lines_of_product').on(t.productId),
    index('order_lines_search').using('gin', t.searched.op('gin_trgm_ops')),
  ],
)
