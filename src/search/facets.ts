import type { Filters } from '../products/filter-conditions.ts'
import { countedOnSale } from '../products/parts-by-words.ts'
import type { Shop } from '../shop.ts'
import type { Facets, FilteredListing, Range } from './contract.ts'
import { readFilters } from './filters.ts'
import { type Finds, find } from './find.ts'
import { leavesOf, type Shelf, shelfNow } from './shelf.ts'
import { type Among, type Counts, type Tallied, tallyOf } from './tally.ts'
import type { Leaf } from './words-of-part.ts'

/** The most values of a measure listed one by one; more become a range. */
const MOST_VALUES = 12
const BUCKETS = 12
const MOST_TALLIES = 20

/** The filter choices of a list, each counted without its own filter. */
export async function facetsOf(shop: Shop, asked: FilteredListing): Promise<Facets> {
  const shelf = await shelfNow(shop.db)
  const leaves = shelf?.leaves ?? (await leavesOf(shop.db))
  const filters = await readFilters(shop, leaves, asked)
  const found = await foundIn(shop, asked, filters)
  if (!shelf) {
    const counted = await countedOnSale(shop.db, filters, found?.ids)
    return { ...countsOf(leaves, counted), meant: meantBy(found), price: null, attributes: [] }
  }
  const tallied = talliedOf(shelf, filters, found)
  const leaf = leafOf(shelf, filters)
  return {
    ...countsOf(leaves, tallied),
    meant: meantBy(found),
    price: rangeOf(tallied.prices),
    attributes: leaf ? attributesOf(shelf, tallied, leaf) : [],
  }
}

/** Words are searched among the parts of the model, as the list does: which words suffice depends on what is there. */
async function foundIn(shop: Shop, { q, fits }: FilteredListing, { ofModel }: Filters) {
  if (!q) return undefined
  const filters = ofModel && { facts: [], ofModel }
  return find(shop, q, { status: 'selling', most: 1, model: fits, filters })
}

function meantBy(found: Finds | undefined): Facets['meant'] {
  if (!found) return null
  const { by, models, symptoms, named } = found
  const [symptom] = by === 'symptom' || by === null ? symptoms : []
  return {
    models: models.map(({ number, maker, kind }) => ({ number, maker, kind })),
    symptom:
      symptom && (symptom.isMeant || named) ? { slug: symptom.slug, name: symptom.name, kinds: symptom.kinds } : null,
    named,
  }
}

const leafOf = ({ leaves }: Shelf, filters: Filters) =>
  filters.leaves?.length === 1 ? leaves.get(filters.leaves[0] ?? '') : undefined

function talliedOf(shelf: Shelf, filters: Filters, found?: Finds): Tallied {
  const leaf = leafOf(shelf, filters)
  const keys = leaf?.attributes.filter(({ filter }) => filter).map(({ key }) => key) ?? []
  const among = { rows: rowsAmong(shelf, filters, found), leaf: leaf && { slug: leaf.slug, keys } }
  if (among.rows) return tallyOf(shelf.columns, filters, among)
  const name = JSON.stringify([filters, keys])
  const tallied = shelf.tallies.get(name) ?? tallyOf(shelf.columns, filters, among)
  if (shelf.tallies.size >= MOST_TALLIES) shelf.tallies.clear()
  shelf.tallies.set(name, tallied)
  return tallied
}

/** The rows of the search and of the model, where either is given. */
function rowsAmong(shelf: Shelf, { ofModel }: Filters, found?: Finds): Among['rows'] {
  const rows = found?.rows(shelf)
  if (!ofModel) return rows
  const fitting = new Set([...ofModel].flatMap((id) => shelf.rowOfId(id) ?? []))
  return rows ? rows.filter((row) => fitting.has(row)) : Uint32Array.from(fitting)
}

const countsOf = (leaves: Shelf['leaves'], counted: Pick<Tallied, 'total' | 'inStock' | 'leaves' | 'makers'>) => ({
  total: counted.total,
  categories: treeOf(leaves, counted.leaves),
  makers: [...counted.makers].map(([value, count]) => ({ value, count })).sort((a, b) => (a.value < b.value ? -1 : 1)),
  inStock: counted.inStock,
})

/** Each top category before its leaves, with the sum of their counts. */
function treeOf(leaves: Shelf['leaves'], counts: Counts): Facets['categories'] {
  const tree: Facets['categories'] = []
  for (const { slug, name, top, topName } of leaves.values()) {
    const count = counts.get(slug) ?? 0
    const above = tree.find((one) => one.slug === top)
    if (above) above.count += count
    else if (top) tree.push({ slug: top, name: topName, top: null, count })
    tree.push({ slug, name, top, count })
  }
  return tree
}

/** The whole category decides whether a fact is a choice or a range, so that filters never switch between them. */
function attributesOf(shelf: Shelf, { facts }: Tallied, leaf: Leaf): Facets['attributes'] {
  const all = [...(shelf.byLeaf.get(leaf.slug) ?? [])].filter(shelf.columns.isOnSale)
  return leaf.attributes.flatMap(({ key, name, unit, filter, values: order = [] }) => {
    const known = filter ? shelf.columns.valuesOf(key, all) : []
    if (known.length === 0) return []
    const counts: Counts<string | number> = facts.get(key) ?? new Map()
    const isRange = known.length > MOST_VALUES && known.every((value) => typeof value === 'number')
    const range = isRange ? rangeOf([...counts].flatMap(([value, count]) => Array(count).fill(value))) : undefined
    if (isRange) return [{ key, name, unit, ...(range && { range }) }]
    const values = known
      .sort(inOrderOf(order))
      .map((value) => ({ value: String(value), count: counts.get(value) ?? 0 }))
    return [{ key, name, unit, values }]
  })
}

const inOrderOf = (order: string[]) => (a: string | number, b: string | number) => {
  const [left, right] = [order.indexOf(String(a)), order.indexOf(String(b))]
  if (left !== right && left < 0) return 1
  if (left !== right) return right < 0 ? -1 : left - right
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a) < String(b) ? -1 : 1
}

function rangeOf(values: ArrayLike<number> & Iterable<number>): Range | null {
  if (values.length === 0) return null
  let [min, max] = [Infinity, -Infinity]
  for (const value of values) {
    if (value < min) min = value
    if (value > max) max = value
  }
  const step = (max - min) / BUCKETS
  const counts = Array.from({ length: step > 0 ? BUCKETS : 1 }, () => 0)
  for (const value of values) {
    const at = step > 0 ? Math.min(BUCKETS - 1, Math.floor((value - min) / step)) : 0
    counts[at] = (counts[at] ?? 0) + 1
  }
  const edge = (at: number) => Math.round((min + at * step) * 100) / 100
  const buckets = counts.map((count, at) => ({
    from: edge(at),
    to: at === counts.length - 1 ? max : edge(at + 1),
    count,
  }))
  return { min, max, buckets }
}

/** How many parts on sale pass. */
export const countOf = (shelf: Shelf, filters: Filters): number => talliedOf(shelf, filters).total
