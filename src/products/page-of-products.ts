import { and, asc, desc, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { countUpTo, pageOf, remembered } from '../database/lists.ts'
import { badCursor, COUNTED, isText, type Page, rowsBefore, type Total } from '../wire/listing.ts'
import type { ProductListing } from './contract.ts'
import { type ProductRow, products } from './table.server.ts'

type Sort = { by: keyof typeof COLUMNS; down?: true }

/** The index products_on_sale_by_each has the same expression. */
const EACH = sql<number>`(${products.unitPriceCents}::float8 / ${products.minOrder})`

const { id, name, unitPriceCents, stock } = products
const COLUMNS = { id, name, unitPriceCents, stock, each: EACH }

const SORTS: Record<Exclude<ProductListing['sort'], 'best' | undefined>, Sort> = {
  oldest: { by: 'id' },
  newest: { by: 'id', down: true },
  name: { by: 'name' },
  '-name': { by: 'name', down: true },
  price: { by: 'unitPriceCents' },
  '-price': { by: 'unitPriceCents', down: true },
  each: { by: 'each' },
  '-each': { by: 'each', down: true },
  stock: { by: 'stock' },
  '-stock': { by: 'stock', down: true },
}

export type List<Item> = {
  listing: Pick<ProductListing, 'limit' | 'cursor' | 'page' | 'sort'>
  /** The part of a WHERE that holds for every product of the list. */
  where: SQL | undefined
  toItem: (row: ProductRow) => Item
  /** How many there are, where that is known already. */
  total?: Total | undefined
  /** What a search found: the best first, and how many in all. */
  found?: { ids: string[]; total: number; mended: string | null } | undefined
}

/** A page of products: in the order of what was found, else sorted. */
export async function listProducts<Item>(db: Db, list: List<Item>): Promise<Page<Item>> {
  const { found, listing } = list
  const { sort = 'best' } = listing
  if (!found) return sortedProducts(db, list, SORTS[sort === 'best' ? 'oldest' : sort])
  if (sort === 'best') return rankedProducts(db, list, found)
  const where = and(list.where, sql`${products.id} = any(${sql.param(found.ids)})`)
  return { ...(await sortedProducts(db, { ...list, where }, SORTS[sort])), mended: found.mended ?? undefined }
}

/** A cursor holds the sorted value as it was, so that a sale meanwhile skips nothing. */
async function sortedProducts<Item>(db: Db, list: List<Item>, sort: Sort): Promise<Page<Item>> {
  const { listing, where } = list
  const { limit, cursor } = listing
  const towards = sort.down ? desc : asc
  const asked = <Query extends PgSelect>(query: Query) =>
    query
      .where(and(where, cursor ? after(sort, cursor) : undefined))
      .orderBy(towards(COLUMNS[sort.by]), towards(products.id))
      .limit(limit + 1)
      .offset(rowsBefore(listing))
  const isMany = sort.by === 'stock' && (await countUpTo(db, products, where)).more
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
  const rows = await rowsOf(db, ids, where)
  const sign = down ? -1 : 1
  return rows.sort((a, b) => sign * (a.stock - b.stock || (a.id < b.id ? -1 : 1)))
}

/** A cursor is the last id and its place, which serves where that product is found no more. */
async function rankedProducts<Item>(db: Db, { listing, where, toItem }: List<Item>, found: Found): Promise<Page<Item>> {
  const { limit, cursor } = listing
  const [place, id] = cursor ? readRankCursor(cursor) : [rowsBefore(listing) - 1, undefined]
  const before = id ? found.ids.indexOf(id) : place
  const start = (before < 0 ? place : before) + 1
  const ids = found.ids.slice(start, start + limit)
  const rows = new Map((await rowsOf(db, ids, where)).map((row) => [row.id, row]))
  const last = start + limit < Math.min(found.total, COUNTED) ? ids.at(-1) : undefined
  return {
    items: ids.flatMap((one) => rows.get(one) ?? []).map(toItem),
    next: last && toCursor([start + limit - 1, last]),
    total: { count: Math.min(found.total, COUNTED), more: found.total > COUNTED },
    mended: found.mended ?? undefined,
  }
}

/** How many of the best a page of a search needs: also what may have come before its cursor meanwhile. */
export const rowsWanted = ({ limit, cursor, page }: Pick<ProductListing, 'limit' | 'cursor' | 'page'>) =>
  (cursor ? readRankCursor(cursor)[0] + limit : rowsBefore({ limit, cursor, page })) + limit + 1

type Found = NonNullable<List<unknown>['found']>

const rowsOf = (db: Db, ids: string[], where: SQL | undefined) =>
  db
    .select()
    .from(products)
    .where(and(sql`${products.id} = any(${sql.param(ids)})`, where))

function after(sort: Sort, cursor: string) {
  const [value, id] = readCursor(sort, cursor)
  const beyond = sql.raw(sort.down ? '<' : '>')
  return sql`(${COLUMNS[sort.by]}, ${products.id}) ${beyond} (${value}, ${id})`
}

const toCursor = (place: [string | number, string]) => Buffer.from(JSON.stringify(place)).toString('base64url')

const cursorOf = ({ by }: Sort, row: ProductRow) =>
  toCursor([by === 'each' ? row.unitPriceCents / row.minOrder : row[by], row.id])

const VALUES = {
  id: z.uuid(),
  name: z.string().refine(isText),
  unitPriceCents: z.int32(),
  stock: z.int32(),
  each: z.number(),
}

const readCursor = ({ by }: Sort, cursor: string) => placeIn(cursor, z.tuple([VALUES[by], z.uuid()]))

/** A search ranks no more than is counted, whatever place somebody writes into a cursor. */
const readRankCursor = (cursor: string) => placeIn(cursor, z.tuple([z.int().min(0).max(COUNTED), z.uuid()]))

function placeIn<Place>(cursor: string, shape: z.ZodType<Place>): Place {
  try {
    return shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw badCursor()
  }
}
