import { integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import type { CartLine, Columns } from './contract.ts'

/**
 * A user's cart, which reserves no stock. `joined` has the ids of lines that came from browsers before a sign-in,
 * `columns` the layouts of the user's lists.
 */
export const carts = pgTable('carts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  version: integer().notNull(),
  lines: jsonb().$type<CartLine[]>().notNull(),
  joined: jsonb().$type<string[]>().notNull().default([]),
  columns: jsonb().$type<Columns[]>().notNull().default([]),
  changedAt: instant('changed_at').notNull(),
})
