import { sql } from 'drizzle-orm'
import { index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { users } from '../accounts/table.server.ts'
import { instant } from '../database/columns.ts'
import { products } from '../products/table.server.ts'

/** A request for one mail when a part is back; valid from confirmedAt until the mail is sent. */
export const stockAlerts = pgTable(
  'stock_alerts',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    email: text().notNull(),
    /** The account of a user who was signed in with this address. */
    personId: uuid('person_id').references(() => users.id, { onDelete: 'cascade' }),
    confirmHash: text('confirm_hash').unique('stock_alerts_confirmed_once'),
    confirmBy: instant('confirm_by'),
    confirmedAt: instant('confirmed_at'),
    sentAt: instant('sent_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    unique('stock_alerts_one_an_address').on(t.productId, t.email),
    index('stock_alerts_waiting').on(t.productId, t.id).where(sql`confirmed_at is not null and sent_at is null`),
    index('stock_alerts_unconfirmed').on(t.createdAt).where(sql`confirmed_at is null`),
    index('stock_alerts_of_email').on(t.email),
    index('stock_alerts_of_person').on(t.personId),
  ],
)
