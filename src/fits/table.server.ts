import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import { products } from '../products/table.server.ts'
import type { Plate, Size } from './contract.ts'

/** Appliances, by the number on their plate. */
export const models = pgTable(
  'models',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    number: text().notNull(),
    maker: text().notNull(),
    kind: text().notNull(),
    family: text().notNull(),
    yearFrom: integer('year_from'),
    yearTo: integer('year_to'),
    plate: jsonb().$type<Plate>().notNull(),
    size: jsonb().$type<Size>(),
    /** The first and last serial number built, when they decide between parts. */
    serialFrom: text('serial_from'),
    serialTo: text('serial_to'),
  },
  (t) => [
    uniqueIndex('models_number').on(sql`squeezed(number) text_pattern_ops`),
    index('models_by_maker').on(t.maker, t.number),
    index('models_by_kind').on(t.kind, t.number),
    index('models_by_number').on(t.number),
    index('models_search').using('gin', sql`squeezed(maker || number) gin_trgm_ops`),
  ],
)

/** A part at a position of a model. Only such a row makes a fit. */
export const fits = pgTable(
  'fits',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    modelId: uuid('model_id')
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    section: text().notNull(),
    position: text().notNull(),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    note: text().notNull().default(''),
    /** The appliances' serial numbers, both ends included. */
    serialFrom: text('serial_from'),
    serialTo: text('serial_to'),
    /** Incremented with each change, so that no change is overwritten unseen. */
    version: integer().notNull().default(1),
  },
  (t) => [index('fits_of_model').on(t.modelId, t.id), index('fits_of_product').on(t.productId, t.modelId)],
)

/** A user's saved appliances; `place` limits their number. */
export const appliances = pgTable(
  'appliances',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    modelId: uuid('model_id')
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    serial: text().notNull(),
    name: text().notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.modelId] }),
    unique('appliances_one_a_place').on(t.userId, t.place),
    check('appliances_of_a_person', sql`${t.place} between 1 and 8`),
    index('appliances_of_model').on(t.modelId),
  ],
)
