import { and, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './db.ts'
import { COUNTED, type Total } from './listing.ts'

const MOST_WORDS = 8

/** Every word of `q` stands somewhere in `text`, which a trigram index of the same expression answers. */
export function holdsWords(text: SQL, q: string | undefined) {
  const words = (q ?? '').split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)
  return and(...words.map((word) => holds(text, word)))
}

/** What a trigram index can look up wherever it stands: three letters together, or some at the edge of a word. */
const LONG_ENOUGH = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u

/** A shorter word counts where it begins a word, and one without letters nowhere, so that no search reads every row. */
function holds(text: SQL, word: string) {
  const pattern = word.replace(/[\\%_]/g, '\\$&')
  if (LONG_ENOUGH.test(word)) return ilike(text, `%${pattern}%`)
  if (!/^[\p{L}\p{N}]/u.test(word)) return sql`false`
  return or(ilike(text, `${pattern}%`), ilike(text, `% ${pattern}%`))
}

type Remembered = { total: Total; until: number }
const remembered = new WeakMap<Db, Map<string, Remembered>>()
const MOST_REMEMBERED = 500
/** Counting less than this is quicker than looking it up twice; see decisions/totals-are-remembered.md. */
const QUICK = 100
const FOR_MS = 5000
const FOR_MS_BEYOND = 60_000

/** Counts rows, but never further than a page would say; a long count is remembered for some seconds. */
export async function countUpTo(db: Db, table: PgTable, where: SQL | undefined): Promise<Total> {
  const counted = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .limit(COUNTED + 1)
    .as('counted')
  const query = db.select({ count: sql<number>`count(*)::int` }).from(counted)
  const totals = remembered.get(db) ?? new Map<string, Remembered>()
  remembered.set(db, totals)
  const { sql: text, params } = query.toSQL()
  const key = JSON.stringify([text, params])
  const known = totals.get(key)
  if (known && performance.now() < known.until) return known.total
  const [row] = await query
  const count = row?.count ?? 0
  const total = { count: Math.min(count, COUNTED), more: count > COUNTED }
  totals.delete(key)
  if (count > QUICK) totals.set(key, { total, until: performance.now() + (total.more ? FOR_MS_BEYOND : FOR_MS) })
  const [oldest] = totals.keys()
  if (totals.size > MOST_REMEMBERED && oldest !== undefined) totals.delete(oldest)
  return total
}
