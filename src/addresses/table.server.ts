import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'

/** Where somebody has things sent. Orders keep a copy of their own. */
export const addresses = pgTable(
  'addresses',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    company: text().notNull().default(''),
    street: text().notNull(),
    postcode: text().notNull().default(''),
    city: text().notNull().default(''),
    country: text().notNull(),
    phone: text().notNull().default(''),
    taxNumber: text('tax_number').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
    changedAt: instant('changed_at').notNull(),
  },
  (t) => [
    index('addresses_of_user').on(t.userId, t.id),
    uniqueIndex('addresses_one_default').on(t.userId).where(sql`is_default`),
  ],
)
