import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { instant } from '../database/columns.ts'
import type { AttributeKind } from './category.ts'
import type { Attributes, PartFacts } from './contract.ts'
import { STOCK_REASONS } from './shelf.ts'
import type { PriceBreak } from './total.ts'

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
    maker: text(),
    /** The category of the tree; `category` is the word that the product's page and old clients show. */
    leaf: text().references(() => categories.slug),
    facts: json().$type<PartFacts>().notNull().default({}),
    /** Pieces in a box: quantities go up by it. */
    multiple: integer().notNull().default(1),
    priceBreaks: jsonb('price_breaks').$type<PriceBreak[]>().notNull().default([]),
    leadDays: integer('lead_days'),
    weightGrams: integer('weight_grams'),
    /** Numbers that this part is sold for today; a trigger keeps each in `part_numbers`. */
    replaces: text().array().notNull().default([]),
    /** Numbers of parts that do as well. */
    substitutes: text().array().notNull().default([]),
    /** Kinds of appliance that a universal part is made for: a hint, never a fit. */
    fitsKinds: text('fits_kinds').array().notNull().default([]),
    datasheet: text(),
    /** The part that is sold instead of this archived one. */
    successorId: uuid('successor_id').references((): AnyPgColumn => products.id),
    version: integer().notNull().default(1),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at'),
    removedAt: instant('removed_at'),
  },
  (t) => [
    check('products_stock_not_negative', sql`${t.stock} >= 0`),
    check('products_min_order_positive', sql`${t.minOrder} >= 1`),
    check('products_price_not_negative', sql`${t.unitPriceCents} >= 0`),
    check('products_multiple_positive', sql`${t.multiple} >= 1`),
    index('products_on_sale_by_leaf').on(t.leaf, t.id).where(sql`removed_at is null`),
    index('products_on_sale').on(t.id).where(sql`removed_at is null`),
    index('products_on_sale_by_name').on(t.name, t.id).where(sql`removed_at is null`),
    index('products_on_sale_by_price').on(t.unitPriceCents, t.id).where(sql`removed_at is null`),
    index('products_on_sale_by_each')
      .on(sql`(${t.unitPriceCents}::float8 / ${t.minOrder})`, t.id)
      .where(sql`removed_at is null`),
    index('products_on_sale_by_category').on(t.category, t.id).where(sql`removed_at is null`),
    // However it is written, and among archived ones as well; the operators are for the beginning of a number.
    uniqueIndex('products_number').on(sql`squeezed(number) text_pattern_ops`),
  ],
)

export type ProductRow = typeof products.$inferSelect

/** The tree of categories, two deep: tops, and the leaves that parts belong to. */
export const categories = pgTable('categories', {
  slug: text().primaryKey(),
  top: text().references((): AnyPgColumn => categories.slug),
  name: text().notNull(),
  drawing: text(),
  place: integer().notNull(),
  attributes: json().$type<AttributeKind[]>().notNull().default([]),
})

/** Every number that a part has or had, by its letters and digits; triggers keep it, and it is what makes numbers unique together. */
export const partNumbers = pgTable(
  'part_numbers',
  {
    key: text().primaryKey(),
    number: text().notNull(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    isOld: boolean('is_old').notNull(),
  },
  (t) => [
    index('part_numbers_of_product').on(t.productId),
    index('part_numbers_beginning').on(t.key.op('text_pattern_ops')),
  ],
)

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
  (t) => [
    index('stock_movements_of_product').on(t.productId, t.at, t.id),
    index('stock_movements_of_line').on(t.lineId),
  ],
)
