import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import { instant } from '../database/columns.ts'

/** Append-only: a trigger of 0002_laws.sql refuses UPDATE, DELETE and TRUNCATE. It holds ids; names are looked up when it is read. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid().primaryKey().$defaultFn(uuidv7),
    at: instant('at').notNull(),
    actorId: uuid('actor_id'),
    /** Earlier builds wrote this column. It is emptied, and a later migration drops it. */
    actorEmail: text('actor_email'),
    action: text().notNull(),
    subject: text().notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (t) => [
    index('audit_log_by_action').on(t.action, t.id),
    index('audit_log_by_subject').on(t.subject, t.id),
    index('audit_log_by_actor').on(t.actorId, t.id),
    index('audit_log_subjects').using('gin', sql`subject gin_trgm_ops`),
  ],
)
