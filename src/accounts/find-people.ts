import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { holdsWords } from '../database/lists.ts'
import { foldEmail } from './contract.ts'
import { users } from './table.server.ts'

/** Closed accounts appear in no list. */
export const isOpen = isNull(users.closedAt)

/** The text that a search for people reads; the index users_search has the same expression. */
export const NAME_AND_EMAIL = sql`(name || ' ' || email)`

/** The most accounts that one search matches, besides those that are named by their address and the admins. */
const MOST_MEANT = 500

const isAdmin = sql`${users.role} = 'admin'`

/**
 * The account of this address, and the admins and the newest accounts whose name and e-mail hold these words. Anybody may
 * take a name, so the newest alone could hide everybody else.
 */
export async function idsOfPeople(db: Db, q: string): Promise<string[]> {
  const named = and(isOpen, holdsWords(NAME_AND_EMAIL, q))
  const ids = () => db.select({ id: users.id }).from(users)
  const [exact, admins, newest] = await Promise.all([
    idOfPerson(db, q.trim()),
    ids().where(and(named, isAdmin)),
    ids().where(named).orderBy(desc(users.id)).limit(MOST_MEANT),
  ])
  return [...new Set([...(exact ? [exact] : []), ...[...admins, ...newest].map(({ id }) => id)])]
}

/** The e-mails of these accounts, without the closed ones. */
export const emailsOf = (db: Db, ids: string[]) => toldOf(db, ids, users.email)

/** The names of these accounts, without the closed ones. */
export const namesOf = (db: Db, ids: string[]) => toldOf(db, ids, users.name)

async function toldOf(
  db: Db,
  ids: string[],
  told: typeof users.email | typeof users.name,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: users.id, told })
    .from(users)
    .where(and(isOpen, inArray(users.id, ids)))
  return new Map(rows.map(({ id, told }) => [id, told]))
}

export async function idOfPerson(db: Db, email: string): Promise<string | undefined> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isOpen, eq(users.email, foldEmail(email))))
  return row?.id
}
