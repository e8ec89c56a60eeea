import { and, inArray, ne } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { parcels } from './table.server.ts'

/** Why parcels were corrected, by their ids; none of those whose buyer is forgotten. */
export async function reasonsOfParcels(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const isCorrected = and(inArray(parcels.id, ids), ne(parcels.reason, ''))
  const rows = await db.select({ id: parcels.id, reason: parcels.reason }).from(parcels).where(isCorrected)
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}
