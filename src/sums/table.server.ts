import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import { products } from '../products/table.server.ts'
import { BUYERS } from './reckon.ts'

/** Grows with each change; a change names the version that it was made from. */
const version = () => integer().notNull().default(1)

/**
 * One row. Triggers increment `version` at each change of zones, rates, groups and their members; an order proves with
 * it that its sums are up to date.
 */
export const sumRules = pgTable(
  'sum_rules',
  {
    id: integer().primaryKey().default(1),
    version: integer().notNull().default(1),
  },
  (t) => [check('sum_rules_one_row', sql`${t.id} = 1`)],
)

/** One row or none. */
export const sumSettings = pgTable(
  'sum_settings',
  {
    id: integer().primaryKey().default(1),
    /** Whether carts and tills show sums with their tax in them. */
    showsTax: boolean('shows_tax').notNull(),
  },
  (t) => [check('sum_settings_one_row', sql`${t.id} = 1`)],
)

export const shippingZones = pgTable(
  'shipping_zones',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    name: text().notNull(),
    flatCents: integer('flat_cents').notNull(),
    /** The price of each started kilogram. */
    perKgCents: integer('per_kg_cents').notNull(),
    /** The sum of lines less discount from which shipping is free. */
    freeFromCents: integer('free_from_cents'),
    version: version(),
  },
  (t) => [
    check(
      'shipping_zones_not_negative',
      sql`${t.flatCents} >= 0 and ${t.perKgCents} >= 0 and coalesce(${t.freeFromCents}, 0) >= 0`,
    ),
  ],
)

/** A country is in at most one zone; `*` stands for all countries in none. */
export const shippingZoneCountries = pgTable(
  'shipping_zone_countries',
  {
    country: text().primaryKey(),
    zoneId: uuid('zone_id')
      .notNull()
      .references(() => shippingZones.id, { onDelete: 'cascade' }),
  },
  (t) => [index('shipping_zone_countries_of_zone').on(t.zoneId)],
)

export const taxRates = pgTable(
  'tax_rates',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    name: text().notNull(),
    country: text().notNull(),
    buyers: text({ enum: BUYERS }).notNull(),
    /** Hundredths of a per cent. */
    basisPoints: integer('basis_points').notNull(),
    onShipping: boolean('on_shipping').notNull().default(true),
    version: version(),
  },
  (t) => [
    unique('tax_rates_once').on(t.country, t.buyers),
    check('tax_rates_a_share', sql`${t.basisPoints} between 0 and 10000`),
  ],
)

export const discountCodes = pgTable(
  'discount_codes',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    code: text().notNull().unique('discount_codes_once'),
    basisPoints: integer('basis_points'),
    cents: integer(),
    /** The smallest sum of lines that it applies to. */
    fromCents: integer('from_cents').notNull().default(0),
    beginsAt: instant('begins_at'),
    endsAt: instant('ends_at'),
    mostUses: integer('most_uses'),
    mostEach: integer('most_each'),
    removedAt: instant('removed_at'),
    version: version(),
  },
  (t) => [
    check('discount_codes_one_kind', sql`(${t.basisPoints} is null) <> (${t.cents} is null)`),
    check(
      'discount_codes_an_amount',
      sql`coalesce(${t.basisPoints}, 1) between 1 and 10000 and coalesce(${t.cents}, 1) > 0`,
    ),
  ],
)

/** A trigger on orders keeps the number of uses of each code, and refuses a use above its limit. */
export const discountCodeUses = pgTable(
  'discount_code_uses',
  {
    code: text()
      .primaryKey()
      .references(() => discountCodes.code),
    uses: integer().notNull(),
  },
  (t) => [check('discount_code_uses_not_negative', sql`${t.uses} >= 0`)],
)

export const priceGroups = pgTable(
  'price_groups',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    name: text().notNull().unique('price_groups_once'),
    basisPoints: integer('basis_points').notNull().default(0),
    /** Grows with the group's prices as well, and not with its people. */
    version: version(),
  },
  (t) => [check('price_groups_a_share', sql`${t.basisPoints} between 0 and 9900`)],
)

/** A group's price of one minimum order, instead of its discount on the list price. */
export const priceGroupPrices = pgTable(
  'price_group_prices',
  {
    groupId: uuid('group_id')
      .notNull()
      .references(() => priceGroups.id, { onDelete: 'cascade' }),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    unitPriceCents: integer('unit_price_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.groupId, t.productId] }),
    index('price_group_prices_of_product').on(t.productId),
    check('price_group_prices_positive', sql`${t.unitPriceCents} > 0`),
  ],
)

export const priceGroupPeople = pgTable(
  'price_group_people',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    groupId: uuid('group_id')
      .notNull()
      .references(() => priceGroups.id, { onDelete: 'cascade' }),
  },
  (t) => [index('price_group_people_of_group').on(t.groupId)],
)
