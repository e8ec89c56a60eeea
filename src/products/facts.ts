import type { z } from 'zod'
import { kindName } from '../fits/kinds.ts'
import type { EditedProduct, EditProduct } from './contract.ts'

type Sent = Omit<z.input<typeof EditProduct>, 'version'>

/** The facts of a product as its form holds them: numbers as they are typed, none as an empty text. */
export type Facts = { [F in keyof Sent]-?: Exclude<Sent[F], undefined> }
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
  maker: 'Maker',
  multiple: 'In a box',
  priceBreaks: 'Price breaks',
  leadDays: 'Lead time',
  weightGrams: 'Weight',
  leaf: 'Place in the tree',
  facts: 'Facts of its place',
  replaces: 'Old numbers',
  substitutes: 'Substitutes',
  fitsKinds: 'Kinds of appliance',
  datasheet: 'Datasheet',
  successor: 'Successor',
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
  maker: '',
  multiple: '1',
  priceBreaks: [],
  leadDays: '',
  weightGrams: '',
  leaf: '',
  facts: {},
  replaces: [],
  substitutes: [],
  fitsKinds: [],
  datasheet: '',
  successor: '',
}

export const factsOf = (product: EditedProduct): Facts => ({
  name: product.name,
  number: product.number ?? '',
  category: product.category ?? '',
  unitPrice: product.unitPrice.toFixed(2),
  minOrder: String(product.minOrder),
  description: product.description,
  image: product.img,
  attributes: product.attributes,
  maker: product.maker ?? '',
  multiple: String(product.multiple),
  priceBreaks: product.priceBreaks.map((one) => ({ from: String(one.from), unitPrice: one.unitPrice.toFixed(2) })),
  leadDays: String(product.leadDays ?? ''),
  weightGrams: String(product.weightGrams ?? ''),
  leaf: product.leaf ?? '',
  facts: product.facts,
  replaces: product.replaces,
  substitutes: product.substitutes,
  fitsKinds: product.fitsKinds,
  datasheet: product.datasheet ?? '',
  successor: product.successor ?? '',
})

/** A fact as one text, to read and to compare: `72`, `72.0` and `72.00` are one price. */
export function textOf(facts: Facts, fact: Fact): string {
  if (fact === 'attributes') {
    return Object.entries(facts.attributes)
      .map(([name, { value, unit }]) => `${name} ${value}${unit && ` ${unit}`}`)
      .join(', ')
  }
  if (fact === 'facts') return toldOf(facts.facts).join(', ')
  if (fact === 'priceBreaks')
    return facts.priceBreaks.map(({ from, unitPrice }) => `from ${from} ${priceOf(unitPrice)}`).join(', ')
  if (fact === 'fitsKinds') return facts.fitsKinds.map(kindName).sort().join(', ')
  const value = facts[fact]
  if (Array.isArray(value)) return value.join(', ')
  return fact === 'unitPrice' ? priceOf(facts.unitPrice) : String(value ?? '').trim()
}

const toldOf = (facts: Facts['facts']) =>
  Object.entries(facts)
    .flatMap(([key, value]) => (String(value).trim() ? [`${key} ${String(value).trim()}`] : []))
    .sort()

function priceOf(sent: string | number) {
  const text = String(sent).trim()
  return Number.isFinite(Number(text)) && text ? Number(text).toFixed(2) : text
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
