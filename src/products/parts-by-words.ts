import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { holdsWords } from '../database/lists.ts'
import { type Filters, isOrderable, whereOf } from './filter-conditions.ts'
import { products } from './table.server.ts'

const MOST = 500

/** Parts on sale with all words in their name or description, in the order of the shop; no index helps. */
export async function partsInDatabase(db: Db, words: string[], filters: Filters): Promise<string[]> {
  if (words.length === 0) return []
  const text = sql`(coalesce(${products.number}, '') || ' ' || ${products.name} || ' ' || ${products.description})`
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(and(isNull(products.removedAt), holdsWords(text, words.join(' ')), whereOf(filters)))
    .orderBy(products.id)
    .limit(MOST)
  return rows.map(({ id }) => id)
}

export type CountedOnSale = { total: number; inStock: number; leaves: Map<string, number>; makers: Map<string, number> }

/** Counts parts on sale, of these alone where some are named, beside each filter with that filter left out. */
export async function countedOnSale(db: Db, filters: Filters, ids: string[] | undefined): Promise<CountedOnSale> {
  const among = ids && sql`${products.id} = any(${sql.param(ids)}::uuid[])`
  const count = sql<number>`count(*)::int`
  const where = (left: Partial<Filters>): SQL | undefined =>
    and(isNull(products.removedAt), among, whereOf({ ...filters, ...left }))
  const by = async (column: typeof products.leaf | typeof products.maker, left: Partial<Filters>) => {
    const rows = await db.select({ value: column, count }).from(products).where(where(left)).groupBy(column)
    return new Map(rows.flatMap(({ value, count }) => (value === null ? [] : [[value, count] as const])))
  }
  const [row] = await db
    .select({ count, inStock: sql<number>`count(*) filter (where ${isOrderable})::int` })
    .from(products)
    .where(where({ isInStock: undefined }))
  const { count: all = 0, inStock = 0 } = row ?? {}
  const leaves = await by(products.leaf, { leaves: undefined, word: undefined })
  return {
    total: filters.isInStock ? inStock : all,
    inStock,
    leaves,
    makers: await by(products.maker, { makers: undefined }),
  }
}
