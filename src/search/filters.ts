import { partsOfModel } from '../fits/models-by-number.ts'
import type { Bounds, FactFilter, Filters } from '../products/filters.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import type { FilteredListing } from './contract.ts'
import type { ShelfPart } from './part.ts'
import type { Shelf } from './shelf.ts'
import type { Leaf } from './words-of-part.ts'

/** What of an address filters. */
type Asked = Omit<FilteredListing, 'limit' | 'sort' | 'cursor' | 'page'>

/** A comma within a value has a space behind it. */
const BETWEEN = /,(?!\s)/

const refused = (field: string, message: string) => new Refusal('bad_request', message, { field })

/** Reads the filters of an address; throws Refusal bad_request for a fact that cannot be filtered by, not_found for no model. */
export async function readFilters({ lookups }: Pick<Shop, 'lookups'>, shelf: Shelf, asked: Asked): Promise<Filters> {
  const leaves = leavesOf(shelf, asked.category)
  const facts = readFacts(asked, leaves?.length === 1 ? shelf.leaves.get(leaves[0] ?? '') : undefined)
  return {
    facts,
    leaves,
    word: leaves ? undefined : asked.category,
    makers: asked.maker?.split(','),
    isInStock: asked.inStock === '1' || undefined,
    ofModel: asked.fits ? await partsOfModel(lookups, asked.fits) : undefined,
    price: boundsOf(asked, 'price'),
  }
}

/** Leaves by their own slugs or their tops'; undefined where the word is none of the tree. */
function leavesOf({ leaves }: Shelf, category: string | undefined): string[] | undefined {
  if (category === undefined) return undefined
  const slugs = new Set(category.split(','))
  const all = [...leaves.values()]
  const known = new Set(all.flatMap(({ slug, top }) => [slug, top]))
  if (![...slugs].every((slug) => known.has(slug))) return undefined
  return all.filter(({ slug, top }) => slugs.has(slug) || slugs.has(top ?? '')).map(({ slug }) => slug)
}

function readFacts(asked: Asked, leaf: Leaf | undefined): FactFilter[] {
  const names = Object.keys(asked).filter((name) => name.startsWith('attr.'))
  const keys = new Set(names.map((name) => name.slice('attr.'.length).replace(/\.(?:min|max)$/, '')))
  return [...keys].map((key) => {
    if (!leaf) throw refused(names[0] ?? '', 'Choose a category of parts first: its facts are what can be filtered by.')
    const kind = leaf.attributes.find((one) => one.key === key && one.filter)
    if (!kind) throw refused(nameOf(key), `${leaf.name} cannot be filtered by ${key}.`)
    return { key, values: textIn(asked, nameOf(key))?.split(BETWEEN), bounds: boundsOf(asked, nameOf(key)) }
  })
}

const textIn = (asked: Asked, name: string) => (asked as Record<string, string | undefined>)[name]

function boundsOf(asked: Asked, name: string): Bounds | undefined {
  const [min, max] = [numberIn(asked, `${name}.min`), numberIn(asked, `${name}.max`)]
  return min === undefined && max === undefined ? undefined : { min, max }
}

function numberIn(asked: Asked, name: string) {
  const text = textIn(asked, name)?.trim()
  if (!text) return undefined
  const value = Number(text.replace(',', '.'))
  if (Number.isFinite(value)) return value
  throw refused(name, 'Enter a number')
}

/** The name of a fact in an address. */
export const nameOf = (key: string) => `attr.${key}`

/** A filter as a question about one part. */
export type Test = { name: string; passes: (part: ShelfPart) => boolean }

/** The same filters that `whereOf` asks the database for, asked of the shelf. */
export function testsOf({ leaves, word, makers, isInStock, ofModel, price, facts }: Filters): Test[] {
  const tests: Test[] = []
  const put = (name: string, passes: Test['passes']) => tests.push({ name, passes })
  const [ofLeaves, ofMakers] = [leaves && new Set(leaves), makers && new Set(makers)]
  if (ofLeaves) put('category', ({ leaf }) => ofLeaves.has(leaf ?? ''))
  if (word !== undefined) put('category', ({ category }) => category === word)
  if (ofMakers) put('maker', ({ maker }) => ofMakers.has(maker ?? ''))
  if (isInStock) put('inStock', (part) => part.isInStock)
  if (ofModel) put('fits', ({ id }) => ofModel.has(id))
  if (price) put('price', ({ each }) => isWithin(each, price))
  for (const { key, values, bounds } of facts) {
    const wanted = values && new Set(values)
    put(nameOf(key), (part) => {
      const value = part.facts[key]
      return (!wanted || wanted.has(String(value))) && (!bounds || isWithin(value, bounds))
    })
  }
  return tests
}

const isWithin = (value: string | number | undefined, { min = -Infinity, max = Infinity }: Bounds) =>
  typeof value === 'number' && value >= min && value <= max
