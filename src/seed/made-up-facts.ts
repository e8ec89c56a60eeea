import type { PartFacts } from '../products/contract.ts'
import { DEMO_CATEGORIES, DEMO_PRODUCTS } from './catalogue.ts'

export const MAKERS = [...new Set(DEMO_PRODUCTS.map(({ maker }) => maker))]

const kindsOf = new Map(DEMO_CATEGORIES.map(({ slug, attributes }) => [slug, attributes]))

/** The values that the parts of a leaf have of each fact. */
const known = new Map<string, Map<string, (string | number)[]>>()
for (const { leaf, facts } of DEMO_PRODUCTS) {
  const ofLeaf = known.get(leaf) ?? new Map<string, (string | number)[]>()
  known.set(leaf, ofLeaf)
  for (const [key, value] of Object.entries(facts)) ofLeaf.set(key, [...(ofLeaf.get(key) ?? []), value])
}

type Size = { label: string; value: string | number }
type Pick = <T>(list: readonly T[]) => T

/** The facts of a made-up part: its sizes, and for every other key the value of another part of the leaf. */
export function factsOf(leaf: string, sizes: Size[], pick: Pick): PartFacts {
  const ofSize = new Map(sizes.map(({ label, value }) => [label.toLowerCase(), value]))
  const facts: PartFacts = {}
  for (const { key, name, type } of kindsOf.get(leaf) ?? []) {
    const values = known.get(leaf)?.get(key) ?? []
    const size = ofSize.get(name.toLowerCase())
    if (size !== undefined && (type === 'number') === (typeof size === 'number')) facts[key] = size
    else if (values.length > 0) facts[key] = pick(values)
  }
  return facts
}
