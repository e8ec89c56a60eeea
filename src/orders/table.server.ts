import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'
import { products } from '../products/table.server.ts'
import { ORDER_STATUSES } from './contract.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** An order keeps its own copy of what was bought: editing or deleting a product changes no order. */
export const orders = pgTable(
  'orders',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id),
    buyerEmail: text('buyer_email').notNull(),
    buyerName: text('buyer_name').notNull(),
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
    country: text().notNull().default(''),
    address: text().notNull().default(''),
    phone: text().notNull().default(''),
    status: text({ enum: ORDER_STATUSES }).notNull().default('unpaid'),
    transactionId: text('transaction_id').unique('orders_transaction_once'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    paidAt: instant('paid_at'),
    deliveredAt: instant('delivered_at'),
    closedAt: instant('closed_at'),
  },
  (t) => [
    check('orders_quantity_positive', sql`${t.quantity} >= 1`),
    check(
      'orders_price_is_the_formula',
      sql`${t.priceCents} = round(${t.unitPriceCents}::numeric * ${t.quantity} / ${t.minOrder})`,
    ),
    check(
      'orders_paid_has_transaction',
      sql`(${t.status} in ('paid', 'delivered', 'refund_due', 'refunded')) = (${t.transactionId} is not null)`,
    ),
    index('orders_of_buyer').on(t.buyerId, t.id),
    index('orders_by_status').on(t.status, t.id),
    index('orders_to_expire').on(t.expiresAt).where(sql`status = 'unpaid'`),
    index('orders_of_product').on(t.productId),
    index('orders_search').using(
      'gin',
      sql`(buyer_email || ' ' || product_name || ' ' || coalesce(transaction_id, '')) gin_trgm_ops`,
    ),
    index('orders_unpaid_of_buyer').on(t.buyerId, t.id).where(sql`status = 'unpaid'`),
  ],
)
