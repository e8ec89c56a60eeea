import { inArray } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { fullName } from './full-name.ts'
import { slugOf } from './slug.ts'
import { products } from './table.server.ts'

type Called = { _id: string; name: string; number: string | null; slug: string }

/** Names, numbers and addresses of these products, those taken out as well. */
export async function productsOfIds(db: Db, ids: string[]): Promise<Map<string, Called>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, name: products.name, number: products.number })
    .from(products)
    .where(inArray(products.id, ids))
  return new Map(rows.map(({ id, ...row }) => [id, { _id: id, ...row, slug: slugOf({ id, ...row }) }]))
}

/** What these products are called now, those taken out as well. */
export async function namesOfProducts(db: Db, ids: string[]): Promise<Map<string, string>> {
  return new Map([...(await productsOfIds(db, ids))].map(([id, product]) => [id, fullName(product)]))
}
