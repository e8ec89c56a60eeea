import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../database/db.ts'
import { batchedById, prepared } from '../database/hot-statements.ts'
import { toCents, toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import type { AddProduct, Product } from './contract.ts'
import { slugOf } from './slug.ts'
import { type ProductRow, products } from './table.server.ts'

export const notForSale = () => new Refusal('not_found', 'This product is not for sale.')

/** The product's facts that an order copies, as they are at one moment. */
export type Offer = Pick<
  ProductRow,
  | 'id'
  | 'name'
  | 'number'
  | 'image'
  | 'unitPriceCents'
  | 'minOrder'
  | 'multiple'
  | 'priceBreaks'
  | 'stock'
  | 'weightGrams'
>

const OFFER = {
  id: products.id,
  name: products.name,
  number: products.number,
  image: products.image,
  unitPriceCents: products.unitPriceCents,
  minOrder: products.minOrder,
  multiple: products.multiple,
  priceBreaks: products.priceBreaks,
  stock: products.stock,
  weightGrams: products.weightGrams,
}

/** The offer of a product, undefined when it is not on sale. */
export const findOffer = batchedById((db: Db, ids) => prepared(db, offersOf).execute({ ids }))

const offersOf = (db: Db) =>
  db
    .select(OFFER)
    .from(products)
    .where(and(sql`${products.id} = any(${sql.placeholder('ids')}::uuid[])`, isNull(products.removedAt)))

/** The offer of the one product on sale of exactly this name; throws Refusal not_found, or conflict when there are two. */
export async function onlyOfferCalled(db: Db, name: string): Promise<Offer> {
  const named = and(eq(products.name, name), isNull(products.removedAt))
  const [offer, another] = await db.select(OFFER).from(products).where(named).limit(2)
  if (another)
    throw new Refusal('conflict', 'Two products have this name. Send the productId of one.', { field: 'productId' })
  if (!offer) throw notForSale()
  return offer
}

/** Those of these products that are on sale, in this order. */
export async function productsOf(db: Db, ids: string[]): Promise<Product[]> {
  if (ids.length === 0) return []
  const rows = await prepared(db, rowsOf).execute({ ids })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? []).map(toProduct)
}

const rowsOf = (db: Db) =>
  db
    .select()
    .from(products)
    .where(and(sql`${products.id} = any(${sql.placeholder('ids')}::uuid[])`, isNull(products.removedAt)))

/** The names of those of these products that are on sale. */
export async function namesOnSale(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(inArray(products.id, ids), isNull(products.removedAt)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** What a piece of each weighs, in grams; those without a weight are left out. */
export async function gramsOf(db: Db, ids: string[]): Promise<Record<string, number>> {
  const rows = await db
    .select({ id: products.id, grams: products.weightGrams })
    .from(products)
    .where(inArray(products.id, ids))
  return Object.fromEntries(rows.flatMap(({ id, grams }) => (grams ? [[id, grams]] : [])))
}

/** How many products are on sale. */
export const countOnSale = (db: Db) => db.$count(products, isNull(products.removedAt))

/** The slugs of the products on sale, `most` of them after the first `before`, for a sitemap. */
export async function slugsOnSale(db: Db, { before, most }: { before: number; most: number }): Promise<string[]> {
  const rows = await db
    .select({ id: products.id, number: products.number })
    .from(products)
    .where(isNull(products.removedAt))
    .orderBy(products.id)
    .limit(most)
    .offset(before)
  return rows.map(slugOf)
}

type Facts = Omit<z.output<typeof AddProduct>, 'stock'>

/** The row of a product as it was sent; an empty text becomes null, what was not sent is left out. */
export const columnsOf = ({ unitPrice, number, category, maker, leaf, datasheet, priceBreaks, ...sent }: Facts) => ({
  name: sent.name,
  description: sent.description,
  minOrder: sent.minOrder,
  image: sent.image,
  unitPriceCents: toCents(unitPrice),
  number: number || null,
  category: category || null,
  attributes: sent.attributes ?? {},
  maker: orNull(maker),
  leaf: orNull(leaf),
  datasheet: orNull(datasheet),
  facts: sent.facts,
  multiple: sent.multiple,
  priceBreaks: priceBreaks?.map((one) => ({ from: one.from, unitPriceCents: toCents(one.unitPrice) })),
  leadDays: sent.leadDays,
  weightGrams: sent.weightGrams,
  replaces: sent.replaces,
  substitutes: sent.substitutes,
  fitsKinds: sent.fitsKinds,
})

const orNull = (text: string | null | undefined) => (text === '' ? null : text)

export const toProduct = (row: ProductRow): Product => ({
  _id: row.id,
  name: row.name,
  number: row.number,
  unitPrice: toDollars(row.unitPriceCents),
  stock: row.stock,
  minOrder: row.minOrder,
  description: row.description,
  img: row.image,
  category: row.category,
  attributes: row.attributes,
  slug: slugOf(row),
  maker: row.maker,
  leaf: row.leaf,
  facts: row.facts,
  multiple: row.multiple,
  priceBreaks: row.priceBreaks.map(({ from, unitPriceCents }) => ({ from, unitPrice: toDollars(unitPriceCents) })),
  leadDays: row.leadDays,
  weightGrams: row.weightGrams,
  replaces: row.replaces,
  substitutes: row.substitutes,
  fitsKinds: row.fitsKinds,
  datasheet: row.datasheet,
})
