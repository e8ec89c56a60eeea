import { desc, sql } from 'drizzle-orm'
import { SECOND } from '../config/clock.ts'
import { countUpTo } from '../database/lists.ts'
import type { Shop } from '../shop.ts'
import { type Page, rowsBefore } from '../wire/listing.ts'
import type { MissedListing, MissedSearch } from './contract.ts'
import { missedSearches } from './table.server.ts'
import { plain } from './words.ts'

/** The most stored searches; beyond it the rarest is deleted, of equal ones the oldest. */
const MOST = 2000
const [SHORTEST, LONGEST] = [3, 60]
/** A search within this time replaces an earlier one that it continues. */
const TYPED_ON = 10 * SECOND
/** An e-mail address, or the digits of a card or a telephone number. */
const PERSONAL = /@|\bat\b.+\bdot\b|(?:\p{N}[\p{P}\p{Z}]*){11,}/u

/** The words to count, null when they may be personal. */
export function countedWords(typed: string): string | null {
  if (PERSONAL.test(typed.normalize('NFKC').toLowerCase())) return null
  const words = plain(typed).replace(/\s+/g, ' ').trim().slice(0, LONGEST)
  return words.length < SHORTEST ? null : words
}

/** Counts a search without a hit, never its author. A failure here does not fail the search. */
export async function countMissed({ db, clock, log }: Shop, typed: string) {
  const words = countedWords(typed)
  if (!words) return
  const at = clock.now()
  await db
    .execute(sql`
      with begun as (
        delete from ${missedSearches} where starts_with(${words}, words) and words <> ${words} and count = 1
          and last_at > ${new Date(at.getTime() - TYPED_ON).toISOString()}
      ), oldest as (
        delete from ${missedSearches} where words in (
          select words from ${missedSearches} where words <> ${words} order by count desc, last_at desc offset ${MOST - 1})
      )
      insert into ${missedSearches} (words, count, last_at) values (${words}, 1, ${at.toISOString()})
      on conflict (words) do update set count = missed_searches.count + 1, last_at = excluded.last_at`)
    .catch((error: unknown) => log.warn({ error: String(error) }, 'search: a miss was not counted'))
}

/** Searches without a hit, the most frequent first. */
export async function missedSearchesOf({ db }: Shop, listing: MissedListing): Promise<Page<MissedSearch>> {
  const before = rowsBefore(listing)
  const rows = await db
    .select()
    .from(missedSearches)
    .orderBy(desc(missedSearches.count), desc(missedSearches.words))
    .limit(listing.limit + 1)
    .offset(before)
  const items = rows.slice(0, listing.limit).map(({ lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }))
  return {
    items,
    next: rows.length > listing.limit ? String(listing.page + 1) : undefined,
    total: await countUpTo(db, missedSearches, undefined),
  }
}
