import { inArray } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { partRequests } from './table.server.ts'

/** How these requests are called: by the model that each was about. */
export async function namesOfRequests(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: partRequests.id, model: partRequests.model })
    .from(partRequests)
    .where(inArray(partRequests.id, ids))
  return new Map(rows.map(({ id, model }) => [id, model ? `a request for ${model}` : 'a request for a part']))
}
