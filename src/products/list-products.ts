import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { countUpTo, pageOf, remembered } from '../database/lists.ts'
import { badCursor, isText, type Page, rowsBefore } from '../wire/listing.ts'
import type { Product, ProductListing, StoredListing, StoredProduct } from './contract.ts'
import { ON_SHELF, toStored } from './edit-products.ts'
import { type ProductRow, toProduct } from './products.ts'
import { finds, rankedBy, readSearch, type Search } from './search.ts'
import { products } from './table.server.ts'

type Sort = { column: 'id' | 'name' | 'unitPriceCents' | 'stock'; down?: true }

const SORTS: Record<Exclude<ProductListing['sort'], 'best' | undefined>, Sort> = {
  oldest: { column: 'id' },
  newest: { column: 'id', down: true },
  name: { column: 'name' },
  '-name': { column: 'name', down: true },
  price: { column: 'unitPriceCents' },
  '-price': { column: 'unitPriceCents', down: true },
  stock: { column: 'stock' },
  '-stock': { column: 'stock', down: true },
}

type List<Item> = {
  listing: Omit<ProductListing, 'category'>
  /** The part of a WHERE that holds for every product of the list. */
  where: SQL | undefined
  toItem: (row: ProductRow) => Item
}

/** The products for sale, in any order. */
export const productsOnSale = (db: Db, { category, ...listing }: ProductListing): Promise<Page<Product>> => {
  const where = and(ON_SHELF.selling, category ? eq(products.category, category) : undefined)
  return listProducts(db, { listing, where, toItem: toProduct })
}

/** Everything on the shelf, also what is archived, as its editors see it. */
export const storedProducts = (db: Db, { status, ...listing }: StoredListing): Promise<Page<StoredProduct>> =>
  listProducts(db, { listing, where: ON_SHELF[status], toItem: toStored })

async function listProducts<Item>(db: Db, list: List<Item>): Promise<Page<Item>> {
  const { q, sort = 'best' } = list.listing
  if (!q) return sortedProducts(db, list, SORTS[sort === 'best' ? 'oldest' : sort])
  const search = await readSearch(db, q)
  const found = { ...list, where: and(list.where, finds(search)) }
  const page = sort === 'best' ? rankedProducts(db, found, search) : sortedProducts(db, found, SORTS[sort])
  return { ...(await page), mended: search.mended }
}

/** A cursor holds the sorted value as it was, so that a sale meanwhile skips nothing. */
async function sortedProducts<Item>(db: Db, list: List<Item>, sort: Sort): Promise<Page<Item>> {
  const { listing, where } = list
  const { limit, cursor } = listing
  const towards = sort.down ? desc : asc
  const asked = <Query extends PgSelect>(query: Query) =>
    query
      .where(and(where, cursor ? after(sort, cursor) : undefined))
      .orderBy(towards(products[sort.column]), towards(products.id))
      .limit(limit + 1)
      .offset(rowsBefore(listing))
  const isMany = sort.column === 'stock' && (await countUpTo(db, products, where)).more
  const rows = isMany
    ? await rowsByStock(
        db,
        { ...sort, where },
        asked(db.select({ id: products.id, stock: products.stock }).from(products).$dynamic()),
      )
    : await asked(db.select().from(products).$dynamic())
  return pageOf(db, { ...list, table: products, rows, cursorOf: (last) => cursorOf(sort, last) })
}

const BY_STOCK_FOR = 1000

type ByStock = PromiseLike<{ id: string }[]> & { toSQL(): { sql: string; params: unknown[] } }

/** The ids of a page are cached for a second (decisions/no-index-on-stock.md); the products themselves are read anew. */
async function rowsByStock(db: Db, { where, down }: Sort & { where: SQL | undefined }, query: ByStock) {
  const { sql: text, params } = query.toSQL()
  const ids = await remembered(db, `by stock ${JSON.stringify([text, params])}`, {
    ask: async () => (await query).map(({ id }) => id),
    msOf: () => BY_STOCK_FOR,
  })
  const rows = await db
    .select()
    .from(products)
    .where(and(sql`${products.id} = any(${sql.param(ids)})`, where))
  const sign = down ? -1 : 1
  return rows.sort((a, b) => sign * (a.stock - b.stock || (a.id < b.id ? -1 : 1)))
}

type Ranked = { row: ProductRow; rank: number }

/** One rank after the other, each in the order of the shop, and only as many as the page needs. */
async function rankedProducts<Item>(db: Db, list: List<Item>, search: Search): Promise<Page<Item>> {
  const { listing, where, toItem } = list
  const { limit, cursor } = listing
  const [firstRank, afterId] = cursor ? readRankCursor(cursor) : [0, undefined]
  let skip = rowsBefore(listing)
  const rows: Ranked[] = []
  for (const [rank, isOfRank] of rankedBy(search).entries()) {
    if (rank < firstRank || rows.length > limit) continue
    const ofRank = and(where, isOfRank)
    const before = skip > 0 ? (await countUpTo(db, products, ofRank)).count : 0
    if (skip > 0 && before <= skip) {
      skip -= before
      continue
    }
    const next = await db
      .select()
      .from(products)
      .where(and(ofRank, rank === firstRank && afterId ? gt(products.id, afterId) : undefined))
      .orderBy(products.id)
      .limit(limit + 1 - rows.length)
      .offset(skip)
    skip = 0
    rows.push(...next.map((row) => ({ row, rank })))
  }
  return pageOf(db, {
    ...{ table: products, where, listing, rows },
    toItem: ({ row }) => toItem(row),
    cursorOf: ({ row, rank }) => toCursor([rank, row.id]),
  })
}

function after(sort: Sort, cursor: string) {
  const [value, id] = readCursor(sort, cursor)
  const beyond = sql.raw(sort.down ? '<' : '>')
  return sql`(${products[sort.column]}, ${products.id}) ${beyond} (${value}, ${id})`
}

const toCursor = (place: [string | number, string]) => Buffer.from(JSON.stringify(place)).toString('base64url')

const cursorOf = ({ column }: Sort, row: ProductRow) => toCursor([row[column], row.id])

const VALUES = { id: z.uuid(), name: z.string().refine(isText), unitPriceCents: z.int32(), stock: z.int32() }

const readCursor = ({ column }: Sort, cursor: string) => placeIn(cursor, z.tuple([VALUES[column], z.uuid()]))

const readRankCursor = (cursor: string) => placeIn(cursor, z.tuple([z.int().min(0), z.uuid()]))

function placeIn<Place>(cursor: string, shape: z.ZodType<Place>): Place {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw badCursor()
  }
}
