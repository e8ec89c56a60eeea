import type { Filters } from '../products/filters.ts'
import type { Shop } from '../shop.ts'
import type { Facets, FilteredListing, Range } from './contract.ts'
import { nameOf, readFilters, type Test, testsOf } from './filters.ts'
import { find } from './find.ts'
import type { Counts, ShelfPart, Tallied } from './part.ts'
import { type Shelf, shelfNow } from './shelf.ts'
import type { Leaf } from './words-of-part.ts'

/** The most values that a measure shows one by one; more are a range. */
const MOST_VALUES = 12
const BUCKETS = 12

/** The choices beside a list of parts, each counted with its own filter left out. */
export async function facetsOf(shop: Shop, asked: FilteredListing): Promise<Facets> {
  const found = asked.q ? await find(shop, asked.q, { status: 'selling', most: 1 }) : undefined
  const shelf = await shelfNow(shop.db)
  const filters = await readFilters(shop, shelf, asked)
  const leaf = filters.leaves?.length === 1 ? shelf.leaves.get(filters.leaves[0] ?? '') : undefined
  return reckoned(shelf, talliedOf(shelf, filters, { found: found?.all(), leaf }), leaf)
}

type Among = { found: Iterable<string> | undefined; leaf: Leaf | undefined }

function talliedOf(shelf: Shelf, filters: Filters, { found, leaf }: Among): Tallied {
  const tests = testsOf(filters)
  const some = found ?? filters.ofModel
  if (some) return new Tally(partsIn(shelf, some), tests, leaf)
  const [fact] = filters.facts
  if (!fact) {
    const ofLeaf = new Tally(leaf ? (shelf.byLeaf.get(leaf.slug) ?? []) : [], tests, leaf)
    return { ...shelf.columns.tally(filters), facts: ofLeaf.facts }
  }
  const holders = [...shelf.leaves.values()].filter(({ attributes }) => attributes.some(({ key }) => key === fact.key))
  return new Tally(
    holders.flatMap(({ slug }) => [...(shelf.byLeaf.get(slug) ?? [])]),
    tests,
    leaf,
  )
}

function* partsIn({ parts }: Shelf, ids: Iterable<string>) {
  for (const id of ids) {
    const part = parts.get(id)
    if (part) yield part
  }
}

class Tally implements Tallied {
  total = 0
  inStock = 0
  readonly leaves: Counts = new Map()
  readonly makers: Counts = new Map()
  readonly prices: number[] = []
  readonly facts: Map<string, (string | number)[]>
  readonly #keys: string[]

  constructor(parts: Iterable<ShelfPart>, tests: Test[], leaf: Leaf | undefined) {
    this.#keys = leaf?.attributes.filter(({ filter }) => filter).map(({ key }) => key) ?? []
    this.facts = new Map(this.#keys.map((key) => [key, []]))
    for (const part of parts) if (!part.isArchived) this.#put(part, tests)
  }

  /** A part that one filter alone keeps out counts beside that filter, and nowhere else. */
  #put(part: ShelfPart, tests: Test[]) {
    let failed: string | undefined
    for (const { name, passes } of tests) {
      if (name === failed || passes(part)) continue
      if (failed) return
      failed = name
    }
    if (!failed) this.total++
    if (!failed || failed === 'category') add(this.leaves, part.leaf)
    if (!failed || failed === 'maker') add(this.makers, part.maker)
    if ((!failed || failed === 'inStock') && part.isInStock) this.inStock++
    if (!failed || failed === 'price') this.prices.push(part.each)
    if (this.#keys.length > 0 && failed !== 'category') this.#putFacts(part, failed)
  }

  #putFacts({ facts }: ShelfPart, failed: string | undefined) {
    for (const key of failed ? this.#keys.filter((one) => nameOf(one) === failed) : this.#keys) {
      const value = facts[key]
      if (value !== undefined) this.facts.get(key)?.push(value)
    }
  }
}

function add(counts: Counts, value: string | null) {
  if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
}

function reckoned(shelf: Shelf, tally: Tallied, leaf: Leaf | undefined): Facets {
  return {
    total: tally.total,
    categories: treeOf(shelf, tally.leaves),
    makers: [...tally.makers].map(([value, count]) => ({ value, count })).sort((a, b) => (a.value < b.value ? -1 : 1)),
    inStock: tally.inStock,
    price: rangeOf(tally.prices),
    attributes: leaf ? attributesOf(shelf, tally, leaf) : [],
  }
}

/** Each top before its leaves, with the sum of theirs. */
function treeOf({ leaves }: Shelf, counts: Counts): Facets['categories'] {
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

/** What the category has of each fact says whether it is a choice or a range, so that filters never turn one into the other. */
function attributesOf(shelf: Shelf, { facts }: Tallied, leaf: Leaf): Facets['attributes'] {
  const all = [...(shelf.byLeaf.get(leaf.slug) ?? [])].filter(({ isArchived }) => !isArchived)
  return leaf.attributes.flatMap(({ key, name, unit, filter, values: order = [] }) => {
    const known = new Set(all.flatMap((part) => part.facts[key] ?? []))
    if (!filter || known.size === 0) return []
    const there = facts.get(key) ?? []
    const isRange = known.size > MOST_VALUES && [...known].every((value) => typeof value === 'number')
    const range = isRange ? rangeOf(there as number[]) : undefined
    if (isRange) return [{ key, name, unit, ...(range && { range }) }]
    const counts: Counts = new Map([...known].sort(inOrderOf(order)).map((value) => [String(value), 0]))
    for (const value of there) add(counts, String(value))
    return [{ key, name, unit, values: [...counts].map(([value, count]) => ({ value, count })) }]
  })
}

const inOrderOf = (order: string[]) => (a: string | number, b: string | number) => {
  const [left, right] = [order.indexOf(String(a)), order.indexOf(String(b))]
  if (left !== right) return left < 0 ? 1 : right < 0 ? -1 : left - right
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1
}

function rangeOf(values: Tallied['prices']): Range | null {
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
export const countOf = (shelf: Shelf, filters: Filters): number =>
  talliedOf(shelf, filters, { found: undefined, leaf: undefined }).total
