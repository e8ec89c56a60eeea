import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import { products } from '../products/table.server.ts'
import { FITTED } from './part-review-rules.ts'

/** Users who have turned off the mails that ask for a review. */
export const reviewMailRefusals = pgTable('review_mail_refusals', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  at: instant('at').notNull(),
})

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
    /** It stands on the part's page, one a person; the others are the shop's, also those that name a part. */
    ofPart: boolean('of_part').notNull().default(false),
    title: text().notNull().default(''),
    photos: text().array().notNull().default([]),
    /** Maker and number of the appliance that the part went into, as they were then. */
    model: text().notNull().default(''),
    fitted: text({ enum: FITTED }),
  },
  (t) => [
    check('reviews_rating_1_to_5', sql`${t.rating} between 1 and 5`),
    check('reviews_of_a_part_name_it', sql`not ${t.ofPart} or ${t.productId} is not null`),
    index('reviews_of_author').on(t.authorId, t.id),
    index('reviews_of_shop').on(t.id).where(sql`not of_part and hidden_at is null`),
    index('reviews_of_part').on(t.productId, t.id).where(sql`of_part and hidden_at is null`),
    index('reviews_of_part_by_rating').on(t.productId, t.rating).where(sql`of_part and hidden_at is null`),
    uniqueIndex('reviews_one_a_person_and_part').on(t.authorId, t.productId).where(sql`of_part`),
  ],
)
