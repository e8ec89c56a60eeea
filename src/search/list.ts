import { and } from 'drizzle-orm'
import type { Db } from '../database/db.ts'
import type { Product, StoredListing, StoredProduct } from '../products/contract.ts'
import { ON_SHELF, toStored } from '../products/edit-products.ts'
import { whereOf } from '../products/filters.ts'
import { listProducts } from '../products/list-products.ts'
import { toProduct } from '../products/products.ts'
import type { Shop } from '../shop.ts'
import { COUNTED, type Page } from '../wire/listing.ts'
import type { FilteredListing } from './contract.ts'
import { readFilters, testsOf } from './filters.ts'
import { type Finds, find } from './find.ts'
import { countMissed } from './missed.ts'
import { type Shelf, shelfNow } from './shelf.ts'

const FILTERS = /^(?:category|maker|inStock|fits|price\.m(?:in|ax)|attr\..+)$/

type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/**
 * The products on sale that pass the filters: by rank in a search, else sorted. `read` may read them at a replica; which
 * they are tells the shelf, which is kept beside the primary.
 */
export async function productsOnSale(shop: Shop, listing: FilteredListing, read: Read): Promise<Page<Product>> {
  const found = await foundOf(shop, listing.q, 'selling')
  if (found?.ids.length === 0 && listing.q) await countMissed(shop, listing.q)
  const isFiltered = Object.entries(listing).some(([name, value]) => value !== undefined && FILTERS.test(name))
  const list = { listing, where: ON_SHELF.selling, toItem: toProduct }
  if (!isFiltered) return read((db) => listProducts(db, { ...list, found }))
  const shelf = await shelfNow(shop.db)
  const filters = await readFilters(shop, shelf, listing)
  const ids = passing(shelf, testsOf(filters), found?.ids)
  if (found) return read((db) => listProducts(db, { ...list, found: { ...found, ids } }))
  const total = { count: Math.min(ids.length, COUNTED), more: ids.length > COUNTED }
  return read((db) => listProducts(db, { ...list, where: and(list.where, whereOf(filters)), total }))
}

/** Everything on the shelf, also what is archived, as its editors see it. */
export async function storedProducts(shop: Shop, { status, ...listing }: StoredListing): Promise<Page<StoredProduct>> {
  const found = await foundOf(shop, listing.q, status)
  return listProducts(shop.db, { listing, where: ON_SHELF[status], toItem: toStored, found })
}

async function foundOf(shop: Shop, q: string | undefined, status: StoredListing['status']): Promise<Finds | undefined> {
  return q ? find(shop, q, { status, most: COUNTED }) : undefined
}

/** The ids of parts on sale that pass, in the order of what was found. */
function passing({ parts }: Shelf, tests: ReturnType<typeof testsOf>, found: string[] | undefined): string[] {
  const all = found ? found.flatMap((id) => parts.get(id) ?? []) : [...parts.values()]
  return all.filter((part) => !part.isArchived && tests.every(({ passes }) => passes(part))).map(({ id }) => id)
}
