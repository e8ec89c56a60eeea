import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'

export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    name: text().notNull(),
    image: text(),
    rating: integer().notNull(),
    description: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [check('reviews_rating_1_to_5', sql`${t.rating} between 1 and 5`)],
)
