import { integer, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import type { CartLine, Columns } from './contract.ts'

/** What somebody means to buy. It holds no units; `joined` names the lines that came from browsers where nobody was signed in,
 * and `columns` says how their lists are read. */
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
