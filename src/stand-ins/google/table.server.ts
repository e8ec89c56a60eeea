import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../../database/columns.ts'

/** The local issuer's state, shared by all nodes of a shop: its key, people, codes and windows. */
export const googleStandIn = pgTable(
  'google_stand_in',
  {
    kind: text().notNull(),
    id: text().notNull(),
    payload: jsonb().notNull().$type<Record<string, unknown>>(),
    grantId: text('grant_id'),
    expiresAt: instant('expires_at'),
  },
  (t) => [primaryKey({ columns: [t.kind, t.id] }), index('google_stand_in_expired').on(t.expiresAt)],
)
