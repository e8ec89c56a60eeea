import { hash } from 'node:crypto'
import { and, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import type { Product } from '../products/contract.ts'
import { productPath } from '../products/product-path.ts'
import { toProduct } from '../products/products.ts'
import { isSoldOut } from '../products/quantity.ts'
import { categories, products } from '../products/table.server.ts'

/** Google Merchant's names, in the order of the columns; the price is that of one minimum order. */
export const FEED_FIELDS = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'availability',
  'price',
  'brand',
  'mpn',
  'condition',
  'product_type',
  'multipack',
  'unit_pricing_measure',
  'unit_pricing_base_measure',
] as const

export type FeedItem = Record<(typeof FEED_FIELDS)[number], string>

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** Rows that are read and written at once: everybody else waits while a portion is written. */
const PORTION = 200

/** The products on sale, oldest first, read from the database in portions. */
export async function* feedItems(read: Read, origin: string): AsyncGenerator<FeedItem[]> {
  const pathOf = await read(categoryPaths)
  let after: string | undefined
  do {
    const rows = await read((db) => portionAfter(db, after))
    if (rows.length > 0) yield rows.map((row) => toItem(toProduct(row), origin, pathOf))
    after = rows.length === PORTION ? rows.at(-1)?.id : undefined
  } while (after)
}

const portionAfter = (db: Db, after: string | undefined) =>
  db
    .select()
    .from(products)
    .where(and(isNull(products.removedAt), after ? gt(products.id, after) : undefined))
    .orderBy(products.id)
    .limit(PORTION)

/** Changes with everything that a feed says; reading the parts through is far cheaper than telling them. */
export async function feedVersion(db: Db): Promise<string> {
  const { rows } = await db.execute<{ parts: string }>(FEED_VERSION)
  return hash('sha256', JSON.stringify(rows), 'base64url').slice(0, 22)
}

const FEED_VERSION = sql`select (select count(*) || ' ' || coalesce(bit_xor(hash_record_extended((id, name, description, number, maker, leaf,
    category, image, unit_price_cents, min_order, stock < min_order), 0)), 0) from products where removed_at is null) as parts,
  (select coalesce(bit_xor(hash_record_extended((slug, top, name), 0)), 0)::text from categories) as tree`

/** Each category as `Top > Leaf`. */
async function categoryPaths(db: Db): Promise<Map<string, string>> {
  const rows = await db.select({ slug: categories.slug, top: categories.top, name: categories.name }).from(categories)
  const names = new Map(rows.map(({ slug, name }) => [slug, name]))
  return new Map(rows.map(({ slug, top, name }) => [slug, [names.get(top ?? ''), name].filter(Boolean).join(' > ')]))
}

function toItem(product: Product, origin: string, pathOf: Map<string, string>): FeedItem {
  const { minOrder, maker, number, leaf, category, img } = product
  return {
    id: product._id,
    title: product.name,
    description: product.description,
    link: `${origin}${productPath(product.slug)}`,
    image_link: new URL(img, origin).href,
    availability: isSoldOut(product) ? 'out_of_stock' : 'in_stock',
    price: `${product.unitPrice.toFixed(2)} USD`,
    brand: maker ?? '',
    mpn: number ?? '',
    condition: 'new',
    product_type: pathOf.get(leaf ?? '') ?? category ?? '',
    multipack: minOrder > 1 ? String(minOrder) : '',
    unit_pricing_measure: `${minOrder} ct`,
    unit_pricing_base_measure: '1 ct',
  }
}

/** One line; a value with a quotation mark is quoted, and breaks and tabs are spaces. */
export const tsvLine = (values: readonly string[]) => `${values.map(tsvCell).join('\t')}\n`

function tsvCell(value: string) {
  const line = value.replace(/\s+/g, ' ').trim()
  return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line
}

/** An item of RSS 2.0 without the fields that are empty. */
export const xmlItem = (item: FeedItem) =>
  `<item>${FEED_FIELDS.filter((field) => item[field])
    .map((field) => `<g:${field}>${xmlText(item[field])}</g:${field}>`)
    .join('')}</item>\n`

/** What XML 1.0 cannot hold at all is left out. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

export const xmlText = (text: string) =>
  text.replace(NOT_XML, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
