import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import { products } from '../products/table.server.ts'

/** Questions on the page of a part. */
export const questions = pgTable(
  'questions',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    name: text().notNull(),
    title: text().notNull(),
    words: text().notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the first visible answer came; null while the question is unanswered. */
    answeredAt: instant('answered_at'),
    /** When an admin hid it; the audit log has the reason. */
    hiddenAt: instant('hidden_at'),
  },
  (t) => [
    index('questions_of_part').on(t.productId, t.id).where(sql`hidden_at is null`),
    index('questions_waiting').on(t.id).where(sql`answered_at is null and hidden_at is null`),
    index('questions_of_author').on(t.authorId),
  ],
)

/** An answer by the shop, or by a buyer of the part, at most one of each buyer. */
export const answers = pgTable(
  'answers',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    questionId: uuid('question_id')
      .notNull()
      .references(() => questions.id),
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    name: text().notNull(),
    byShop: boolean('by_shop').notNull(),
    words: text().notNull(),
    createdAt: instant('created_at').notNull(),
    hiddenAt: instant('hidden_at'),
  },
  (t) => [
    index('answers_of_question').on(t.questionId, t.id),
    uniqueIndex('answers_one_a_person').on(t.authorId, t.questionId).where(sql`not by_shop`),
  ],
)
