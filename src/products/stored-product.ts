import { eq, type SQL } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Shelf, StoredProduct } from './contract.ts'
import { toProduct } from './products.ts'
import { type ProductRow, products } from './table.server.ts'

export const noSuchProduct = () => new Refusal('not_found', 'There is no such product.')

/** A product's row, for sale or archived; throws Refusal not_found. */
export async function rowOf(db: Db, id: string) {
  const [row] = await db.select().from(products).where(eq(products.id, id))
  if (!row) throw noSuchProduct()
  return row
}

/** Reads the stock and what is `ordered` in one statement, so that no piece counts twice; throws Refusal not_found. */
export async function stockWith(db: Db, { id, ordered }: { id: string; ordered: SQL<number> }): Promise<Shelf> {
  const [shelf] = await db.select({ free: products.stock, ordered }).from(products).where(eq(products.id, id))
  if (!shelf) throw noSuchProduct()
  return shelf
}

export const toStored = (row: ProductRow): StoredProduct => ({
  ...toProduct(row),
  version: row.version,
  createdAt: row.createdAt.toISOString(),
  changedAt: (row.changedAt ?? row.createdAt).toISOString(),
  archivedAt: row.removedAt?.toISOString() ?? null,
})
