import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import { products } from '../products/table.server.ts'

export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** The part that the review is about; without one it is about the shop. */
    productId: uuid('product_id').references(() => products.id),
    name: text().notNull(),
    image: text(),
    rating: integer().notNull(),
    description: text().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When an admin hid it; the audit log has the reason. */
    hiddenAt: instant('hidden_at'),
  },
  (t) => [
    check('reviews_rating_1_to_5', sql`${t.rating} between 1 and 5`),
    index('reviews_of_author').on(t.authorId, t.id),
  ],
)
