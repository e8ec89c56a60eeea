import { and, asc, desc, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { countUpTo, holdsWords, pageOf, remembered } from '../database/lists.ts'
import { badCursor, isText, type Page, rowsBefore } from '../wire/listing.ts'
import type { Product, ProductListing, StoredListing, StoredProduct } from './contract.ts'
import { ON_SHELF, toStored } from './edit-products.ts'
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

/** The products for sale, in any order. */
export const productsOnSale = (db: Db, listing: ProductListing): Promise<Page<Product>> =>
  listProducts(db, { ...listing, status: 'selling' }, toProduct)

/** Everything on the shelf, also what is archived, as its editors see it. */
export const storedProducts = (db: Db, listing: StoredListing): Promise<Page<StoredProduct>> =>
  listProducts(db, listing, toStored)

/** A cursor holds the sorted value as it was, so that a sale meanwhile skips nothing. */
async function listProducts<Item>(
  db: Db,
  listing: StoredListing,
  toItem: (row: ProductRow) => Item,
): Promise<Page<Item>> {
  const { limit, cursor, q } = listing
  const sort = SORTS[listing.sort]
  const towards = sort.down ? desc : asc
  const shownAtAll = and(ON_SHELF[listing.status], holdsWords(SEARCHED, q))
  const asked = <Query extends PgSelect>(query: Query) =>
    query
      .where(and(shownAtAll, cursor ? after(sort, cursor) : undefined))
      .orderBy(towards(products[sort.column]), towards(products.id))
      .limit(limit + 1)
      .offset(rowsBefore(listing))
  const isMany = sort.column === 'stock' && (await countUpTo(db, products, shownAtAll)).more
  const rows = isMany
    ? await rowsByStock(db, listing, () => asked(db.select({ id: products.id }).from(products).$dynamic()))
    : await asked(db.select().from(products).$dynamic())
  return pageOf(db, {
    table: products,
    where: shownAtAll,
    listing,
    rows,
    toItem,
    cursorOf: (last) => cursorOf(sort, last),
  })
}

const BY_STOCK_FOR = 1000

/** The ids of a page are cached for a second (decisions/no-index-on-stock.md); the products themselves are read anew. */
async function rowsByStock(db: Db, listing: StoredListing, ask: () => PromiseLike<{ id: string }[]>) {
  const ids = await remembered(db, `by stock ${JSON.stringify(listing)}`, {
    ask: async () => (await ask()).map(({ id }) => id),
    msOf: () => BY_STOCK_FOR,
  })
  const rows = await db
    .select()
    .from(products)
    .where(and(sql`${products.id} = any(${sql.param(ids)})`, ON_SHELF[listing.status]))
  const sign = SORTS[listing.sort].down ? -1 : 1
  return rows.sort((a, b) => sign * (a.stock - b.stock || (a.id < b.id ? -1 : 1)))
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
