import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import type { CheckoutLine } from '../orders/checkout-contract.ts'

/** A saved list. Of its link only the token's hash is stored. */
export const savedLists = pgTable(
  'saved_lists',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    lines: jsonb().$type<CheckoutLine[]>().notNull(),
    version: integer().notNull().default(1),
    changedAt: instant('changed_at').notNull(),
    linkHash: text('link_hash').unique('saved_lists_link_once'),
    sharedAt: instant('shared_at'),
  },
  (t) => [index('saved_lists_of_user').on(t.userId, t.id)],
)
