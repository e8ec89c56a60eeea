import { inArray } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { fullName } from './full-name.ts'
import { products } from './table.server.ts'

/** What these products are called now, those taken out as well. */
export async function namesOfProducts(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, name: products.name, number: products.number })
    .from(products)
    .where(inArray(products.id, ids))
  return new Map(rows.map((row) => [row.id, fullName(row)]))
}
