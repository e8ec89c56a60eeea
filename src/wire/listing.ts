import { z } from 'zod'
import { grouped } from './grouped.ts'
import { isId } from './is-id.ts'
import { Refusal } from './refusal.ts'

const MOST = 500

/** PostgreSQL keeps no NUL in text. */
export const isText = (value: string) => !value.includes('\0')

/** The query every list takes: keyset pages, `cursor` as the `Link: rel="next"` header gives it. */
export const Listing = z.object({
  limit: z.coerce.number().int().min(1).max(MOST).default(MOST).describe(`At most ${MOST}`),
  cursor: z.string().max(1000).optional(),
  page: z.coerce.number().int().min(1).max(100_000).optional().describe('Instead of a cursor: the number of the page'),
  q: z.string().trim().max(100).refine(isText, 'Search for words').optional().describe('Words to search for'),
})
export type Listing = z.infer<typeof Listing>

/** One page of a list; `next` is the cursor of the page after it, `total` is exact up to COUNTED and says more beyond; `mended` is the search that was meant. */
export type Page<T> = { items: T[]; next?: string | undefined; total?: Total; mended?: string | undefined }
export const Total = z.object({ count: z.number().int(), more: z.boolean() })
export type Total = z.infer<typeof Total>

/** How far lists are counted; beyond it a page says "10,000+". */
export const COUNTED = 10_000

/** `1284` or `10000+`, the value of the X-Total-Count header. */
export const totalHeader = ({ count, more }: Total) => (more ? `${count}+` : String(count))

/** The id in a cursor of a list ordered by id; throws Refusal bad_request for anything else. */
export function idOfCursor(cursor: string): string {
  if (!isId(cursor)) throw badCursor()
  return cursor
}

export const badCursor = () =>
  new Refusal('bad_request', 'This page of the list is not known. Start from the first.', { field: 'cursor' })

/** How many rows stand before this page; throws Refusal bad_request beyond what is counted, where a cursor goes on. */
export function rowsBefore({ cursor, page = 1, limit }: Pick<Listing, 'cursor' | 'page' | 'limit'>) {
  const before = cursor ? 0 : (page - 1) * limit
  if (before < COUNTED) return before
  throw new Refusal('bad_request', `Pages end at row ${grouped(COUNTED)}. Search or filter.`, { field: 'page' })
}
