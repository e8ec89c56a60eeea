import kinds from '../fits/kinds.json' with { type: 'json' }
import type { AttributeKind } from '../products/category.ts'
import type { Attributes, PartFacts } from '../products/contract.ts'
import { otherNames } from './synonyms.ts'
import { type Place, WEIGHTS } from './text-index.ts'
import { wordsOf } from './words.ts'

/** A leaf category, as far as searches and filters need it. */
export type Leaf = { slug: string; name: string; top: string | null; topName: string; attributes: AttributeKind[] }

/** The searchable text of a part. */
export type PartText = {
  name: string
  number: string | null
  description: string
  category: string | null
  attributes: Attributes
  maker: string | null
  facts: PartFacts
  fitsKinds: string[]
}

const KIND_NAMES = new Map(Object.entries(kinds).map(([slug, { name }]) => [slug, `${name} ${slug}`]))

/** Each word of a part with the field in which it weighs most. */
export function wordsOfPart(part: PartText, leaf: Leaf | undefined): Map<string, Place> {
  const words = new Map<string, Place>()
  const put = (word: string, place: Place) => {
    const before = words.get(word)
    if (!before || WEIGHTS[before] < WEIGHTS[place]) words.set(word, place)
  }
  const read = (text: string, place: Place) => {
    for (const { word, also } of wordsOf(text, true)) for (const one of [word, ...also]) put(one, place)
  }
  read(`${part.number ?? ''} ; ${part.name}`, 'name')
  read([leaf?.name, leaf?.topName, part.category].filter(Boolean).join(' ; '), 'kind')
  for (const other of otherNames(new Set(words.keys()))) put(other, 'other')
  const measures = [...factsOf(part, leaf), ...attributesOf(part.attributes)]
  read(measures.join(' ; '), 'fact')
  const appliances = part.fitsKinds.map((kind) => KIND_NAMES.get(kind) ?? kind).join(' ; ')
  read(appliances, 'maker')
  for (const other of otherNames(new Set(wordsOf(appliances, true).map(({ word }) => word)))) put(other, 'text')
  read(part.maker ?? '', 'maker')
  read(part.description, 'text')
  return words
}

function factsOf({ facts }: PartText, leaf: Leaf | undefined) {
  const kindOf = new Map(leaf?.attributes.map((kind) => [kind.key, kind]))
  return Object.entries(facts).map(([key, value]) => `${value} ${kindOf.get(key)?.unit ?? ''}`)
}

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([name, { value, unit }]) => `${name} ; ${value} ${unit}`)
