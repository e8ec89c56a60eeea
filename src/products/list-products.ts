import { and, asc, desc, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../db.ts'
import { countUpTo, holdsWords } from '../list-queries.ts'
import { badCursor, cutPage, isText, type Page, rowsBefore } from '../listing.ts'
import type { Product, ProductListing } from './contract.ts'
import { type ProductRow, toProduct } from './products.ts'
import { products } from './table.server.ts'

type Sort = { column: 'id' | 'name' | 'unitPriceCents' | 'stock'; down?: true }

const SORTS: Record<ProductListing['sort'], Sort> = {
  oldest: { column: 'id' },
  newest: { column: 'id', down: true },
  name: { column: 'name' },
  '-name': { column: 'name', down: true },
  price: { column: 'unitPriceCents' },
  '-price': { column: 'unitPriceCents', down: true },
  stock: { column: 'stock' },
  '-stock': { column: 'stock', down: true },
}

/** What is for sale, in any order; a cursor holds the sorted value as it was, so that a sale meanwhile skips nothing. */
export async function productsOnSale(db: Db, listing: ProductListing): Promise<Page<Product>> {
  const { limit, cursor, q } = listing
  const sort = SORTS[listing.sort]
  const towards = sort.down ? desc : asc
  const shownAtAll = and(isNull(products.removedAt), holdsWords(SEARCHED, q))
  const rows = await db
    .select()
    .from(products)
    .where(and(shownAtAll, cursor ? after(sort, cursor) : undefined))
    .orderBy(towards(products[sort.column]), towards(products.id))
    .limit(limit + 1)
    .offset(rowsBefore(listing))
  const { shown, last } = cutPage(rows, limit)
  const isWhole = !cursor && rowsBefore(listing) === 0 && !last
  const total = isWhole ? { count: shown.length, more: false } : await countUpTo(db, products, shownAtAll)
  return { items: shown.map(toProduct), next: last && cursorOf(sort, last), total }
}

/** The expression of the index products_search. */
const SEARCHED = sql`(${products.name} || ' ' || coalesce(${products.number}, '') || ' ' || ${products.description})`

function after(sort: Sort, cursor: string) {
  const [value, id] = readCursor(sort, cursor)
  const beyond = sql.raw(sort.down ? '<' : '>')
  return sql`(${products[sort.column]}, ${products.id}) ${beyond} (${value}, ${id})`
}

const cursorOf = ({ column }: Sort, row: ProductRow) =>
  Buffer.from(JSON.stringify([row[column], row.id])).toString('base64url')

const VALUES = { id: z.uuid(), name: z.string().refine(isText), unitPriceCents: z.int32(), stock: z.int32() }

function readCursor({ column }: Sort, cursor: string) {
  try {
    return z.tuple([VALUES[column], z.uuid()]).parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw badCursor()
  }
}
