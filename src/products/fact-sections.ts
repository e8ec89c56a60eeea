import type { Fact } from './facts.ts'

/** The panels of a product's form, and which facts each asks for. */
export const FACT_SECTIONS = [
  {
    id: 'facts',
    name: 'Facts',
    facts: ['name', 'number', 'maker', 'leadDays', 'weightGrams', 'replaces', 'description', 'image', 'datasheet'],
  },
  { id: 'category', name: 'Category and attributes', facts: ['category', 'leaf', 'facts', 'attributes'] },
  { id: 'price', name: 'Price and breaks', facts: ['unitPrice', 'minOrder', 'multiple', 'priceBreaks'] },
  { id: 'substitutes', name: 'Kinds and substitutes', facts: ['fitsKinds', 'substitutes', 'successor'] },
] as const satisfies { id: string; name: string; facts: Fact[] }[]
