import type { Product } from '../products/contract.ts'
import type { Cause, Model, PartHere, Position, Section, Symptom } from './contract.ts'
import { holdsSerial } from './fit.ts'

const SHOWN = [
  '_id',
  'slug',
  'name',
  'number',
  'description',
  'img',
  'unitPrice',
  'minOrder',
  'multiple',
  'priceBreaks',
  'stock',
  'replaces',
] as const

export type ShownProduct = Pick<Product, (typeof SHOWN)[number]>
export type ShownPart = Omit<PartHere, 'product'> & { product: ShownProduct }
export type ShownPosition = Omit<Position, 'parts'> & { parts: ShownPart[] }
export type ShownSection = Omit<Section, 'positions'> & { positions: ShownPosition[] }
export type ShownModel = Omit<Model, 'sections'> & { sections: ShownSection[] }

export type ShownCause = Omit<Cause, 'parts'> & { parts: ShownPart[] }
export type ShownSymptom = Omit<Symptom, 'causes'> & { causes: ShownCause[] }

/** The fields of a product that pages about a model show, which keeps the document small. */
export const toShownPart = ({ product, ...part }: PartHere): ShownPart => ({
  ...part,
  product: Object.fromEntries(SHOWN.map((name) => [name, product[name]])) as ShownProduct,
})

export const toShownModel = (model: Model): ShownModel => ({
  ...model,
  sections: model.sections.map((section) => ({
    ...section,
    positions: section.positions.map((position) => ({ ...position, parts: position.parts.map(toShownPart) })),
  })),
})

export type SerialRange = { fromSerial: string | null; toSerial: string | null }

export const isBounded = ({ fromSerial, toSerial }: SerialRange) => fromSerial !== null || toSerial !== null

const FIRST = '00000000'
const LAST = '99999999'
const shifted = (serial: string, by: number) => `${Number(serial) + by}`.padStart(FIRST.length, '0')

/**
 * The ranges of serial numbers by which parts of a model differ, in order: where those of its parts overlap they are cut,
 * so that all numbers of one have the same parts.
 */
export function rangesOf(sections: { positions: { parts: SerialRange[] }[] }[]): SerialRange[] {
  const bounded = sections.flatMap(({ positions }) => positions.flatMap(({ parts }) => parts.filter(isBounded)))
  const begins = bounded.map(({ fromSerial }) => fromSerial ?? FIRST)
  const behind = bounded.flatMap(({ toSerial }) => (toSerial && toSerial < LAST ? [shifted(toSerial, 1)] : []))
  const starts = [...new Set([...begins, ...behind])].sort()
  return starts.flatMap((start, at) => {
    const next = starts[at + 1]
    const range = { fromSerial: start === FIRST ? null : start, toSerial: next ? shifted(next, -1) : null }
    return bounded.some((one) => holdsSerial(one, start)) ? [range] : []
  })
}

/** Whether a part is for a serial number; without one every part is. */
export const isForSerial = (part: SerialRange, serial: string) =>
  !serial || !isBounded(part) || holdsSerial(part, serial)

/** `30100001 to 30459999`, `from 30460000`, `to 30459999`; empty for an open range. */
export function rangeWords({ fromSerial, toSerial }: SerialRange) {
  if (fromSerial && toSerial) return `${fromSerial} to ${toSerial}`
  if (fromSerial) return `from ${fromSerial}`
  return toSerial ? `to ${toSerial}` : ''
}
