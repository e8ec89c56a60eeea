import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import { isId } from '../wire/is-id.ts'
import { toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import type { PriceOfQuantity, Product } from './contract.ts'
import { notForSale, toProduct } from './products.ts'
import { INVALID_QUANTITY } from './quantity.ts'
import { type ProductRow, partNumbers, products } from './table.server.ts'
import { eachAt, totalAt } from './total.ts'

/** How many successors are followed; no part had as many. */
const MOST_SUCCESSORS = 20

/** The product on sale that an id, a slug or a number names, an old number the part of today; throws Refusal not_found. */
export async function productNamed(db: Db, name: string): Promise<Product> {
  return toProduct(await rowNamed(db, name))
}

async function rowNamed(db: Db, name: string) {
  const holder = sql`select p.* from part_numbers join products p on p.id = product_id where ${isKeyOf(name)}`
  const isNamed = isId(name) ? eq(products.id, name) : inArray(products.id, heirsOf(holder))
  const [row] = await db
    .select()
    .from(products)
    .where(and(isNamed, isNull(products.removedAt)))
  if (!row) throw notForSale()
  return row
}

/** The product that holds a number, archived or not, or has this id; `oldNumber` is set when it has another number today. */
export async function rowHolding(db: Db, name: string): Promise<{ row: ProductRow; oldNumber: string | null }> {
  const isById = isId(name)
  const [found] = await db
    .select({
      row: products,
      oldNumber: sql<string | null>`case when ${partNumbers.isOld} then ${partNumbers.number} end`,
    })
    .from(products)
    .leftJoin(partNumbers, and(eq(partNumbers.productId, products.id), isById ? sql`false` : isKeyOf(name)))
    .where(isById ? eq(products.id, name) : isKeyOf(name))
  if (!found) throw notForSale()
  return found
}

const isKeyOf = (name: string) => sql`${partNumbers.key} = squeezed(${name})`

/** What is sold in place of an archived product, through successors that are archived themselves; null is nothing. */
export async function productOfToday(db: Db, id: string | null): Promise<Product | null> {
  if (!id) return null
  const isHeir = inArray(products.id, heirsOf(sql`select p.* from products p where p.id = ${id}`))
  const [row] = await db
    .select()
    .from(products)
    .where(and(isHeir, isNull(products.removedAt)))
  return row ? toProduct(row) : null
}

/** The products that are sold in place of these, one after the other, and these themselves. */
const heirsOf = (first: SQL) => sql`(
  with recursive first as (${first}), heirs as (
    select id, removed_at, successor_id, 0 as step from first
    union all
    select p.id, p.removed_at, p.successor_id, step + 1
    from heirs h join products p on p.id = h.successor_id
    where h.removed_at is not null and step < ${MOST_SUCCESSORS}
  ) select id from heirs)`

/** `terms` is what somebody pays for the product. */
type AskedPrice = { quantity: number; terms: (row: ProductRow) => ProductRow }

/** The price of a quantity at its break, however many are in stock; throws Refusal not_found, or invalid below the minimum order. */
export async function priceOf(db: Db, name: string, { quantity, terms }: AskedPrice): Promise<PriceOfQuantity> {
  const row = terms(await rowNamed(db, name))
  if (quantity < row.minOrder) throw new Refusal('invalid', INVALID_QUANTITY, { field: 'quantity' })
  const { unitPrice, priceBreaks } = toProduct(row)
  return { price: toDollars(totalAt(row, quantity)), each: eachAt(row, quantity), unitPrice, priceBreaks }
}

/** A product on sale, and whether a former number named it. */
export type Named = { product: Product; isOld: boolean }

/** `productNamed` for a list, in one statement; undefined stands for what is not for sale. */
export async function productsNamed(db: Db, names: string[]): Promise<(Named | undefined)[]> {
  const { rows: heirs } = await db.execute<{ place: number; id: string; is_old: boolean }>(sql`
    with recursive asked as (
      select place::int, lower(name) as name, squeezed(name) as key
      from unnest(${sql.param(names)}::text[]) with ordinality as sent(name, place)
    ), holders as (
      select place, product_id as id, is_old from asked join part_numbers using (key)
      union
      select place, p.id, false from asked a join products p on p.id = case when a.name ~ ${UUID} then a.name::uuid end
    ), heirs as (
      select h.place, h.id, h.is_old, p.removed_at, p.successor_id, 0 as step from holders h join products p using (id)
      union all
      select place, p.id, true, p.removed_at, p.successor_id, step + 1
      from heirs h join products p on p.id = h.successor_id where h.removed_at is not null and step < ${MOST_SUCCESSORS}
    ) select place, id, is_old from heirs where removed_at is null`)
  const ids = [...new Set(heirs.map(({ id }) => id))]
  const rows = await db
    .select()
    .from(products)
    .where(and(sql`${products.id} = any(${sql.param(ids)}::uuid[])`, isNull(products.removedAt)))
  const byId = new Map(rows.map((row) => [row.id, toProduct(row)]))
  const byPlace = new Map(heirs.map((heir) => [heir.place, heir]))
  return names.map((_, at) => {
    const heir = byPlace.get(at + 1)
    const product = heir && byId.get(heir.id)
    return product && { product, isOld: heir.is_old }
  })
}

const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
