import { inArray } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { reviews } from './table.server.ts'

/** Under which names these reviews were written. */
export async function authorsOfReviews(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select({ id: reviews.id, name: reviews.name }).from(reviews).where(inArray(reviews.id, ids))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
