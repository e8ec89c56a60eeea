import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { User } from '../accounts/contract.ts'
import type { Db } from '../database/db.ts'
import { holdsWords, pageOf } from '../database/lists.ts'
import { idOfCursor, type Page, rowsBefore } from '../wire/listing.ts'
import type { AUDIT_ACTIONS } from './actions.ts'
import type { AuditEntry, AuditListing } from './contract.ts'
import { auditLog } from './table.server.ts'

type Action = (typeof AUDIT_ACTIONS)[number]

/** One entry: `actor` null is the shop itself; `subject` is the id of the thing alone. */
export type Deed = {
  at: Date
  actor: Pick<User, 'id' | 'email'> | null
  action: Action
  subject: string
  before?: unknown
  after?: unknown
}

const THE_SHOP = 'the shop'

/** Writes each deed to the append-only log in the caller's transaction. */
export async function record(db: Db, ...deeds: Deed[]) {
  await db.insert(auditLog).values(deeds.map(toRow))
}

const toRow = ({ at, actor, action, subject, before = null, after = null }: Deed) => {
  const actorEmail = actor?.email ?? THE_SHOP
  return { at, actorId: actor?.id ?? null, actorEmail, action, subject, before, after }
}

/** The log, newest first. */
export async function auditEntries(db: Db, listing: AuditListing): Promise<Page<AuditEntry>> {
  const { limit, cursor, q, action } = listing
  const text = sql`(${auditLog.actorEmail} || ' ' || ${auditLog.subject})`
  const asked = and(action && eq(auditLog.action, action), holdsWords(text, q))
  const from = cursor ? lt(auditLog.id, idOfCursor(cursor)) : undefined
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(asked, from))
    .orderBy(desc(auditLog.id))
    .limit(limit + 1)
    .offset(rowsBefore(listing))
  return pageOf(db, auditLog, asked, { listing, rows, toItem: toEntry, cursorOf: ({ id }) => id })
}

const toEntry = (row: typeof auditLog.$inferSelect): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  actor: row.actorEmail,
  action: row.action as Action,
  subject: row.subject,
  before: row.before,
  after: row.after,
})
