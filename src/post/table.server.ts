import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { instant } from '../database/columns.ts'

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    email: text().notNull(),
    subject: text().notNull(),
    message: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('contact_messages_email').on(t.email)],
)

/** A subscriber counts from confirmedAt on; both links carry a token of which only the hash is here. */
export const newsletterSubscribers = pgTable('newsletter_subscribers', {
  id: uuid().primaryKey().$defaultFn(uuidv7),
  email: text().notNull().unique(),
  confirmHash: text('confirm_hash').unique(),
  confirmBy: instant('confirm_by'),
  confirmedAt: instant('confirmed_at'),
  unsubscribeHash: text('unsubscribe_hash').unique(),
  unsubscribedAt: instant('unsubscribed_at'),
  createdAt: instant('created_at').notNull(),
})
