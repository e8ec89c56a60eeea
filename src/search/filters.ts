import { partsOfModel } from '../fits/models-by-number.ts'
import type { Bounds, FactFilter, Filters } from '../products/filter-conditions.ts'
import type { Shop } from '../shop.ts'
import { Refusal } from '../wire/refusal.ts'
import { BETWEEN } from './chosen.ts'
import type { FilteredListing } from './contract.ts'
import type { Leaf } from './words-of-part.ts'

/** The filter parameters of a list's URL. */
type Asked = Omit<FilteredListing, 'limit' | 'sort' | 'cursor' | 'page'>

const refused = (field: string, message: string) => new Refusal('bad_request', message, { field })

/** The leaves of the tree by their slugs. */
type Leaves = Map<string, Leaf>

/** Reads the filters of a query; throws Refusal bad_request for an unknown fact, not_found for an unknown model. */
export async function readFilters({ lookups }: Pick<Shop, 'lookups'>, tree: Leaves, asked: Asked): Promise<Filters> {
  const leaves = leavesOf(tree, asked.category)
  const facts = readFacts(asked, leaves?.length === 1 ? tree.get(leaves[0] ?? '') : undefined)
  return {
    facts,
    leaves,
    word: leaves ? undefined : asked.category,
    makers: asked.maker?.split(BETWEEN),
    isInStock: asked.inStock === '1' || undefined,
    ofModel: asked.fits ? await partsOfModel(lookups, asked.fits) : undefined,
    price: boundsOf(asked, 'price'),
  }
}

/** Leaves by their own slug or their top category's; undefined for an unknown word. */
function leavesOf(tree: Leaves, category: string | undefined): string[] | undefined {
  if (category === undefined) return undefined
  const slugs = new Set(category.split(','))
  const all = [...tree.values()]
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
