import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import { products } from '../products/table.server.ts'

/** Questions for parts that nobody found; one is answered once, with a part or in words. */
export const partRequests = pgTable(
  'part_requests',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    /** The account of somebody who was signed in. */
    askerId: uuid('asker_id').references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    model: text().notNull(),
    photo: text().notNull(),
    words: text().notNull(),
    createdAt: instant('created_at').notNull(),
    answeredAt: instant('answered_at'),
    productId: uuid('product_id').references(() => products.id),
    answer: text().notNull().default(''),
    /** False where it was put aside, with words that are not mailed. */
    mailed: boolean().notNull().default(true),
  },
  (t) => [
    check(
      'part_requests_answered_with_a_part_or_words',
      sql`(${t.answeredAt} is null) = (${t.productId} is null and ${t.answer} = '')`,
    ),
    index('part_requests_open').on(t.id).where(sql`answered_at is null`),
    index('part_requests_answered').on(t.id).where(sql`answered_at is not null`),
    index('part_requests_of_asker').on(t.askerId),
    index('part_requests_of_email').on(t.email),
  ],
)
