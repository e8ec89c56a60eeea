import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../database/db.ts'
import { toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import type { PriceOfQuantity, Product } from './contract.ts'
import { noSuchProduct, toProduct } from './products.ts'
import { eachAt, INVALID_QUANTITY, totalAt } from './quantity.ts'
import { products } from './table.server.ts'

/** How many successors are followed; no part had as many. */
const MOST_SUCCESSORS = 20

/** The product on sale that an id, a slug or a number names, an old number the part of today; throws Refusal not_found. */
export async function productNamed(db: Db, name: string): Promise<Product> {
  return toProduct(await rowNamed(db, name))
}

async function rowNamed(db: Db, name: string) {
  const isNamed = z.uuid().safeParse(name).success ? eq(products.id, name) : inArray(products.id, idOfToday(name))
  const [row] = await db
    .select()
    .from(products)
    .where(and(isNamed, isNull(products.removedAt)))
  if (!row) throw noSuchProduct()
  return row
}

/** From the holder of a number through the successors of what is archived. */
const idOfToday = (number: string) => sql`(
  with recursive heirs as (
    select p.id, p.removed_at, p.successor_id, 0 as step
    from part_numbers n join products p on p.id = n.product_id where n.key = squeezed(${number})
    union all
    select p.id, p.removed_at, p.successor_id, step + 1
    from heirs h join products p on p.id = h.successor_id
    where h.removed_at is not null and step < ${MOST_SUCCESSORS}
  ) select id from heirs)`

/** The price of a quantity at its break, however many are in stock; throws Refusal not_found, or invalid below the minimum order. */
export async function priceOf(db: Db, name: string, quantity: number): Promise<PriceOfQuantity> {
  const row = await rowNamed(db, name)
  if (quantity < row.minOrder) throw new Refusal('invalid', INVALID_QUANTITY, { field: 'quantity' })
  return { price: toDollars(totalAt(row, quantity)), each: eachAt(row, quantity) }
}
