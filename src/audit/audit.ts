import { and, desc, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { emailsOf, idsOfPeople, namesOf } from '../accounts/find-people.ts'
import type { Db } from '../database/db.ts'
import { holdsWords, pageOf } from '../database/lists.ts'
import { linesBeside, linesOfNumber } from '../orders/line-numbers.ts'
import { reasonsOfParcels } from '../orders/parcel-reasons.ts'
import { isId } from '../wire/is-id.ts'
import { idOfCursor, type Page, rowsBefore } from '../wire/listing.ts'
import { orderNumberIn } from '../wire/order-number.ts'
import { type AUDIT_ACTIONS, THE_SHOP } from './actions.ts'
import type { AuditEntry, AuditListing } from './contract.ts'
import { NOBODY, namesOfSubjects, nameThen } from './subjects.ts'
import { auditLog } from './table.server.ts'

type Action = (typeof AUDIT_ACTIONS)[number]

/** One entry: `actor` null is the shop itself; `subject` is the id of the thing alone. */
export type Deed = {
  at: Date
  actor: Pick<User, 'id'> | null
  action: Action
  subject: string
  before?: unknown
  after?: unknown
}

/** Writes each deed to the append-only log in the caller's transaction. */
export async function record(db: Db, ...deeds: Deed[]) {
  await db.insert(auditLog).values(deeds.map(toRow))
}

const toRow = ({ at, actor, action, subject, before = null, after = null }: Deed) => ({
  at,
  actorId: actor?.id ?? null,
  action,
  subject,
  before,
  after,
})

/** Whether an act upon a subject is in the log, as a part of a statement that has no other table "a". */
export const isLogged = (action: Action, subject: SQL) =>
  sql<boolean>`exists (select from audit_log a where a.subject = ${subject} and a.action = ${sql.raw(`'${action}'`)})`

/** The log, newest first. */
export async function auditEntries(db: Db, listing: AuditListing): Promise<Page<AuditEntry>> {
  const { limit, cursor, q, action } = listing
  const asked = and(action && eq(auditLog.action, action), await isAbout(db, q))
  const from = cursor ? lt(auditLog.id, idOfCursor(cursor)) : undefined
  const rows = await db
    .select()
    .from(auditLog)
    .where(and(asked, from))
    .orderBy(desc(auditLog.id))
    .limit(limit + 1)
    .offset(rowsBefore(listing))
  const toItem = await namedIn(db, rows)
  return pageOf(db, { table: auditLog, where: asked, listing, rows, toItem, cursorOf: ({ id }) => id })
}

/**
 * Words of a subject, the people who acted or whose role it is, or an order by its number or the id of a line. Their ids
 * are looked up first, for the indexes.
 */
async function isAbout(db: Db, q: string | undefined): Promise<SQL | undefined> {
  if (!q) return undefined
  const number = orderNumberIn(q)
  const ofOrder = () => (isId(q) ? linesBeside(db, q) : [])
  const [people, lines] = await Promise.all([idsOfPeople(db, q), number ? linesOfNumber(db, number) : ofOrder()])
  const ofPeople = people.length > 0 ? inArray(auditLog.actorId, people) : undefined
  const subjects = [...people, ...lines]
  const ofSubjects = subjects.length > 0 ? inArray(auditLog.subject, subjects) : undefined
  return or(holdsWords(sql`subject`, q), ofPeople, ofSubjects)
}

/** All entries about some subjects, oldest first, without a limit: for subjects with few entries. */
export async function deedsAbout(db: Db, subjects: string[]): Promise<AuditEntry[]> {
  const rows = await db.select().from(auditLog).where(inArray(auditLog.subject, subjects)).orderBy(auditLog.id)
  return rows.map(await namedIn(db, rows))
}

/** The names of who did each action about a subject last, without closed accounts. */
export async function lastActors(db: Db, subject: string, actions: readonly Action[]): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinctOn([auditLog.action], { action: auditLog.action, actorId: auditLog.actorId })
    .from(auditLog)
    .where(and(eq(auditLog.subject, subject), inArray(auditLog.action, actions)))
    .orderBy(auditLog.action, desc(auditLog.id))
  const names = await namesOf(
    db,
    rows.flatMap(({ actorId }) => actorId ?? []),
  )
  return new Map(
    rows.flatMap(({ action, actorId }) => {
      const name = actorId && names.get(actorId)
      return name ? [[action, name] as const] : []
    }),
  )
}

type Row = typeof auditLog.$inferSelect

/** Turns rows into entries with the present names of the actor and the subject, and the words of a correction. */
async function namedIn(db: Db, rows: Row[]) {
  const actors = rows.flatMap(({ actorId }) => actorId ?? [])
  const corrected = rows.flatMap((row) => correctedIn(row) ?? [])
  const [emails, names, reasons] = await Promise.all([
    emailsOf(db, actors),
    namesOfSubjects(db, rows),
    reasonsOfParcels(db, corrected),
  ])
  const actorOf = ({ actorId }: Row) => (actorId ? (emails.get(actorId) ?? NOBODY) : THE_SHOP)
  return (row: Row) => {
    const entry = toEntry(row, { actor: actorOf(row), about: names.get(row.subject) ?? nameThen(row) })
    const reason = reasons.get(correctedIn(row) ?? '')
    return reason ? { ...entry, after: { ...Object(row.after), reason } } : entry
  }
}

/** The parcel of an entry about a delivery that was taken back; entries of builds without parcels have none. */
const correctedIn = ({ action, after }: Row) =>
  action === 'order.take-back' ? z.object({ parcel: z.uuid() }).safeParse(after).data?.parcel : undefined

const toEntry = (row: Row, names: Pick<AuditEntry, 'actor' | 'about'>): AuditEntry => ({
  _id: row.id,
  at: row.at.toISOString(),
  ...names,
  action: row.action as Action,
  subject: row.subject,
  before: row.before,
  after: row.after,
})
