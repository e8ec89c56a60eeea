import { sql } from 'drizzle-orm'
import { check, index, integer, json, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { instant } from '../database/columns.ts'
import type { Attributes } from './contract.ts'
import { STOCK_REASONS } from './shelf.ts'

/** Searches read `name_words` and `all_words` as well, which the database computes and no row here carries (0014_find-products.sql). */
export const products = pgTable(
  'products',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    name: text().notNull(),
    number: text(),
    description: text().notNull(),
    unitPriceCents: integer('unit_price_cents').notNull(),
    minOrder: integer('min_order').notNull(),
    stock: integer().notNull(),
    image: text().notNull(),
    category: text(),
    attributes: json().$type<Attributes>().notNull().default({}),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at'),
    removedAt: instant('removed_at'),
  },
  (t) => [
    check('products_stock_not_negative', sql`${t.stock} >= 0`),
    check('products_min_order_positive', sql`${t.minOrder} >= 1`),
    check('products_price_not_negative', sql`${t.unitPriceCents} >= 0`),
    index('products_on_sale').on(t.id).where(sql`removed_at is null`),
    index('products_on_sale_by_name').on(t.name, t.id).where(sql`removed_at is null`),
    index('products_on_sale_by_price').on(t.unitPriceCents, t.id).where(sql`removed_at is null`),
    index('products_on_sale_by_category').on(t.category, t.id).where(sql`removed_at is null`),
    // However it is written, and among archived ones as well; the operators are for the beginning of a number.
    uniqueIndex('products_number').on(sql`squeezed(number) text_pattern_ops`),
  ],
)

/** The words of the catalogue, as searches compare them; triggers add those of each product, and none is taken out. */
export const catalogueWords = pgTable('catalogue_words', { word: text().primaryKey() })

/** Every unit that came or went; its sum per product is the stock (law S2). */
export const stockMovements = pgTable(
  'stock_movements',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    /** The order line that took or gave them. */
    lineId: uuid('line_id'),
    quantity: integer().notNull(),
    reason: text({ enum: ['initial', 'order', 'return', ...STOCK_REASONS] }).notNull(),
    note: text().notNull().default(''),
    at: instant('at').notNull(),
  },
  (t) => [index('stock_movements_of_product').on(t.productId), index('stock_movements_of_line').on(t.lineId)],
)
