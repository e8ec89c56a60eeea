import type { z } from 'zod'
import type { EditProduct, StoredProduct } from './contract.ts'

/** The facts of a product as its form holds them: numbers as they are typed. */
export type Facts = Pick<
  z.input<typeof EditProduct>,
  'name' | 'number' | 'category' | 'unitPrice' | 'minOrder' | 'description' | 'image' | 'attributes'
>
export type Fact = keyof Facts

export const FACT_NAMES: Record<Fact, string> = {
  name: 'Name',
  number: 'Part number',
  category: 'Category',
  unitPrice: 'Unit Price',
  minOrder: 'Minimum Order',
  description: 'Description',
  image: 'Image',
  attributes: 'Attributes',
}
export const FACTS = Object.keys(FACT_NAMES) as Fact[]

export const NO_FACTS: Facts = {
  name: '',
  number: '',
  category: '',
  unitPrice: '',
  minOrder: '',
  description: '',
  image: '',
  attributes: {},
}

export const factsOf = (product: StoredProduct): Facts => ({
  name: product.name,
  number: product.number ?? '',
  category: product.category ?? '',
  unitPrice: product.unitPrice.toFixed(2),
  minOrder: String(product.minOrder),
  description: product.description,
  image: product.img,
  attributes: product.attributes,
})

/** A fact as one text, to read and to compare: `72`, `72.0` and `72.00` are one price. */
export function textOf(facts: Facts, fact: Fact): string {
  if (fact === 'attributes') {
    return Object.entries(facts.attributes)
      .map(([name, { value, unit }]) => `${name} ${value}${unit && ` ${unit}`}`)
      .join(', ')
  }
  const text = String(facts[fact]).trim()
  return fact === 'unitPrice' && Number.isFinite(Number(text)) && text ? Number(text).toFixed(2) : text
}

export const isSame = (one: Facts, other: Facts, fact: Fact) => textOf(one, fact) === textOf(other, fact)

export const changedFacts = (was: Facts, is: Facts) => FACTS.filter((fact) => !isSame(was, is, fact))

/**
 * What two people made of one product: `taken` changed in theirs alone, `clashes` changed in both and differ. What only
 * yours changed stays.
 */
export function mergeFacts({ was, theirs, yours }: { was: Facts; theirs: Facts; yours: Facts }) {
  const changed = changedFacts(was, theirs).filter((fact) => !isSame(theirs, yours, fact))
  return {
    taken: changed.filter((fact) => isSame(was, yours, fact)),
    clashes: changed.filter((fact) => !isSame(was, yours, fact)),
  }
}
