import { and } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import type { Product, StoredListing, StoredProduct } from '../products/contract.ts'
import { ON_SHELF } from '../products/edit-products.ts'
import { type Filters, whereOf } from '../products/filter-conditions.ts'
import { listProducts, rowsWanted } from '../products/page-of-products.ts'
import { toProduct } from '../products/products.ts'
import { toStored } from '../products/stored-product.ts'
import type { Shop } from '../shop.ts'
import { COUNTED, type Page } from '../wire/listing.ts'
import type { FilteredListing } from './contract.ts'
import { countOf } from './facets.ts'
import { readFilters } from './filters.ts'
import { type Finds, find } from './find.ts'
import { countMissed } from './missed.ts'
import { leavesOf, shelfNow } from './shelf.ts'

const FILTERS = /^(?:category|maker|inStock|fits|price\.m(?:in|ax)|attr\..+)$/

export type Asker = {
  /** The address for which a search without a hit is counted. */
  from: string
  /** Runs `work` on the primary or on a replica. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
}

/**
 * The products on sale that pass the filters: by rank in a search, else sorted. The shelf, kept by the primary's
 * changes, says which they are; `read` may fetch them from a replica.
 */
export async function productsOnSale(
  shop: Shop,
  listing: FilteredListing,
  { from, read }: Asker,
): Promise<Page<Product>> {
  const isFiltered = Object.entries(listing).some(([name, value]) => value !== undefined && FILTERS.test(name))
  const list = { listing, where: ON_SHELF.selling, toItem: toProduct }
  if (!isFiltered) {
    const found = await foundOf(shop, listing, { status: 'selling', from })
    return read((db) => listProducts(db, { ...list, found }))
  }
  const shelf = await shelfNow(shop.db)
  const filters = await readFilters(shop, shelf?.leaves ?? (await leavesOf(shop.db)), listing)
  const where = and(list.where, whereOf(filters))
  const found = await foundOf(shop, listing, { status: 'selling', filters, model: listing.fits })
  if (found) return read((db) => listProducts(db, { ...list, where, found }))
  const count = shelf && countOf(shelf, filters)
  const total = count === undefined ? undefined : { count: Math.min(count, COUNTED), more: count > COUNTED }
  return read((db) => listProducts(db, { ...list, where, total }))
}

/** All products, also archived ones, for their editors. */
export async function storedProducts(shop: Shop, { status, ...listing }: StoredListing): Promise<Page<StoredProduct>> {
  const found = await foundOf(shop, listing, { status })
  return listProducts(shop.db, { listing, where: ON_SHELF[status], toItem: toStored, found })
}

type Asked = Pick<StoredListing, 'q' | 'sort' | 'limit' | 'cursor' | 'page'>
type Where = { status: StoredListing['status']; filters?: Filters; model?: string | undefined; from?: string }

/** The hits of a search, undefined without one; a search without a hit is counted for the address in `from`. */
async function foundOf(shop: Shop, { q, sort = 'best', ...place }: Asked, where: Where): Promise<Finds | undefined> {
  if (!q) return undefined
  const found = await find(shop, q, { ...where, most: sort === 'best' ? rowsWanted(place) : COUNTED })
  const isMissed = found.total + found.models.length + found.symptoms.length === 0 && !found.isPartial
  if (isMissed && where.from) await countMissed(shop, q, where.from)
  return found
}
