import { hash } from 'node:crypto'
import { and, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { COUNTED, type Listing, type Page, rowsBefore, type Total } from '../wire/listing.ts'
import type { Db } from './db.ts'

const MOST_WORDS = 8

/** Every word of `q` stands somewhere in `text`, which a trigram index of the same expression answers. */
export const holdsWords = (text: SQL, q: string | undefined) => and(...wordsOf(q).map((word) => holds(text, word)))

/** `holdsWords` for a text that holds its numbers squeezed, too: `EF-230`, `ef.230` and `ef230` find one another. */
export const holdsWordsOrNumbers = (text: SQL, q: string | undefined) =>
  and(...wordsOf(q).map((word) => or(holds(text, word), holdsNumber(text, word))))

/** Of a longer word its beginning is looked for: LIKE may compare each character of a text with each of the word. */
const LONGEST = 40

/** A sign between words, as in `Kalt & Klima`, counts for nothing; signs alone are words that no text holds. */
function wordsOf(q = '') {
  const words = q.split(/\s+/).filter(Boolean)
  const spoken = words.filter((word) => /[\p{L}\p{N}]/u.test(word))
  return (spoken.length > 0 ? spoken : words).slice(0, MOST_WORDS).map((word) => word.slice(0, LONGEST))
}

const INSIDE = /(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+(?=[\p{L}\p{N}])/gu

/** Undefined for a word that is no number written with signs inside. */
function holdsNumber(text: SQL, word: string) {
  const squeezed = word.replace(INSIDE, '')
  return squeezed !== word && /\p{N}/u.test(word) ? holds(text, squeezed) : undefined
}

/** Words that a trigram index can look up anywhere: three letters together, or some at the edge of a word. */
const LONG_ENOUGH = /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u

/** A shorter word is found at the beginning of a word, one without letters nowhere: no search scans the table. */
function holds(text: SQL, word: string) {
  const pattern = word.replace(/[\\%_]/g, '\\$&')
  if (LONG_ENOUGH.test(word)) return ilike(text, `%${pattern}%`)
  if (!/^[\p{L}\p{N}]/u.test(word)) return sql`false`
  return or(ilike(text, `${pattern}%`), ilike(text, `% ${pattern}%`))
}

type Remembered = { value: unknown; until: number }
const rememberedOf = new WeakMap<Db, Map<string, Remembered>>()
const MOST_REMEMBERED = 500

type Remembering<T> = { ask: () => Promise<T>; msOf: (value: T) => number }

/** Caches `ask()` by key for `msOf(value)` milliseconds; 0 is not at all. */
export async function remembered<T>(db: Db, key: string, { ask, msOf }: Remembering<T>): Promise<T> {
  const known = rememberedOf.get(db) ?? new Map<string, Remembered>()
  rememberedOf.set(db, known)
  // A key may hold thousands of ids.
  const name = hash('sha256', key, 'base64url')
  const before = known.get(name)
  if (before && performance.now() < before.until) return before.value as T
  const value = await ask()
  const ms = msOf(value)
  known.delete(name)
  if (ms > 0) known.set(name, { value, until: performance.now() + ms })
  const [oldest] = known.keys()
  if (known.size > MOST_REMEMBERED && oldest !== undefined) known.delete(oldest)
  return value
}

/** Totals up to this are cheap to count and never cached; see decisions/totals-are-remembered.md. */
const QUICK = 100
const FOR_MS = 5000
const FOR_MS_BEYOND = 60_000

/** Counts rows, up to the most that a list shows as its total; a long count is cached for some seconds. */
export function countUpTo(db: Db, table: PgTable, where: SQL | undefined): Promise<Total> {
  const counted = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .limit(COUNTED + 1)
    .as('counted')
  const query = db.select({ count: sql<number>`count(*)::int` }).from(counted)
  const { sql: text, params } = query.toSQL()
  const ask = async () => {
    const [row] = await query
    const rows = row?.count ?? 0
    return { count: Math.min(rows, COUNTED), more: rows > COUNTED }
  }
  const msOf = (total: Total) => (total.count <= QUICK ? 0 : total.more ? FOR_MS_BEYOND : FOR_MS)
  return remembered(db, JSON.stringify([text, params]), { ask, msOf })
}

type Cut<Row, Item> = {
  table: PgTable
  /** The rows that the total counts. */
  where: SQL | undefined
  listing: Pick<Listing, 'cursor' | 'page' | 'limit'>
  /** Where it is known already. */
  total?: Total | undefined
  /** The rows of the page, and one more when another page follows. */
  rows: Row[]
  toItem: (row: Row) => Item
  cursorOf: (last: Row) => string
}

/** A page of a list with its total; a list that ends on its first page needs no count. */
export async function pageOf<Row, Item>(
  db: Db,
  { table, where, listing, rows, toItem, cursorOf, total: known }: Cut<Row, Item>,
): Promise<Page<Item>> {
  const shown = rows.slice(0, listing.limit)
  const last = rows.length > listing.limit ? shown.at(-1) : undefined
  const isWhole = !listing.cursor && rowsBefore(listing) === 0 && !last
  const total = isWhole ? { count: shown.length, more: false } : (known ?? (await countUpTo(db, table, where)))
  return { items: shown.map(toItem), next: last && cursorOf(last), total }
}
