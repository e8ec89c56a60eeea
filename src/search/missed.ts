import { desc, sql } from 'drizzle-orm'
import { DAY, SECOND } from '../config/clock.ts'
import { countUpTo } from '../database/lists.ts'
import { take } from '../http/rate-limit.ts'
import type { Limit } from '../http/route-tags.ts'
import type { Shop } from '../shop.ts'
import { type Page, rowsBefore } from '../wire/listing.ts'
import { Refusal } from '../wire/refusal.ts'
import type { MissedListing, MissedSearch } from './contract.ts'
import { missedSearches } from './table.server.ts'
import { plain } from './words.ts'

/** The most stored searches; beyond it one that is not among the most frequent is deleted, so that new words always enter. */
const MOST = 2000
/** The most frequent searches, which new words never push out, however many are made up. */
const SAFE = 1000
const [SHORTEST, LONGEST] = [3, 60]
/** A search within this time replaces an earlier one that it continues. */
const TYPED_ON = 10 * SECOND
/** What is counted of an address; at this pace one address needs more than a week to fill what is not safe of the list. */
const OF_ADDRESS: Limit = { name: 'missed searches', points: 120, seconds: DAY / SECOND }
/** A search is counted once an address and day, so that a count says how many people want it. */
const OF_WORDS: Limit = { name: 'missed words', points: 1, seconds: DAY / SECOND }
/** An e-mail address, or the digits of a card or a telephone number. */
const PERSONAL = /@|\bat\b.+\bdot\b|(?:\p{N}[\p{P}\p{Z}]*){11,}/u

/** The words to count, null when they may be personal. */
export function countedWords(typed: string): string | null {
  if (PERSONAL.test(typed.normalize('NFKC').toLowerCase())) return null
  const words = plain(typed).replace(/\s+/g, ' ').trim().slice(0, LONGEST)
  return words.length < SHORTEST ? null : words
}

/** Counts a search without a hit, never its author. A failure here does not fail the search. */
export async function countMissed(shop: Shop, typed: string, from: string) {
  const words = countedWords(typed)
  if (!words) return
  try {
    await take(shop, OF_ADDRESS, from)
    await take(shop, OF_WORDS, `${from} ${words}`)
    await store(shop, words)
  } catch (error) {
    if (!(error instanceof Refusal)) shop.log.warn({ error: String(error) }, 'search: a miss was not counted')
  }
}

/** Two statements, of which the second waits for no row, so that no two searches can wait for each other. */
async function store({ db, clock }: Shop, words: string) {
  const at = clock.now()
  await db
    .insert(missedSearches)
    .values({ words, count: 1, lastAt: at })
    .onConflictDoUpdate({ target: missedSearches.words, set: { count: sql`${missedSearches.count} + 1`, lastAt: at } })
  await db.execute(sql`
    delete from ${missedSearches} where words in (
      select words from ${missedSearches}
      where (starts_with(${words}, words) and words <> ${words} and count = 1
          and last_at > ${new Date(at.getTime() - TYPED_ON).toISOString()})
        or words in (select words from ${missedSearches}
          where words not in (select words from ${missedSearches} order by count desc, last_at desc, words limit ${SAFE})
          order by last_at desc, words offset ${MOST - SAFE})
      for update skip locked)`)
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
