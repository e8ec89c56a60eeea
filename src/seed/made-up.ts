import { v7 as uuidv7 } from 'uuid'
import type { Attributes } from '../products/contract.ts'
import { grouped } from '../wire/grouped.ts'
import { CABINET_PARTS } from './cabinet-parts.ts'
import { drawingPath } from './catalogue.ts'
import { ELECTRIC_PARTS } from './electric-parts.ts'
import { factsOf, MAKERS } from './made-up-facts.ts'
import type { PartKind } from './part-kind.ts'

const PART_KINDS = [...CABINET_PARTS, ...ELECTRIC_PARTS]
const NBSP = '\u00a0'

/** Numbers from 0 to below 1, the same ones for the same seed. */
export function dice(seed: number) {
  let state = seed
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(roll() * count)
  return { roll, below, pick: <T>(list: readonly T[]) => list[below(list.length)] as T }
}

/** A part nobody makes, but could: `serial` gives its kind, its sizes and its number, which no other part has. */
export function madeUpPart(serial: number) {
  const { roll, pick } = dice(serial)
  const kind = PART_KINDS[serial % PART_KINDS.length] as PartKind
  const places = placesOf(kind, Math.floor(serial / PART_KINDS.length))
  const sizes = kind.axes.map(({ values, ...rest }, at) => ({ ...rest, value: values[places[at] ?? 0] ?? '' }))
  const words = sizes.map(({ label, value, unit }) => wordsOf(label, value, unit))
  const number = `${kind.prefix}-${String(serial).padStart(6, '0')}`
  const minOrder = pick(kind.minOrders)
  const steps = places.reduce((sum, place) => sum + place, 0)
  const each = Math.max(1, Math.round((kind.cents * (1 + 0.09 * steps) * (0.92 + 0.16 * roll())) / 5) * 5)
  const isSoldOut = roll() < 0.04
  return {
    id: uuidv7(),
    number,
    name: `${kind.name} ${number}`,
    description: `${sentence(words.join(', '))}. ${kind.note.replace(/(\d) (?=[A-Zµ°%×m])/g, `$1${NBSP}`)}`,
    unit_price_cents: each * minOrder,
    min_order: minOrder,
    stock: isSoldOut ? 0 : minOrder * Math.ceil(1 + roll() ** 2 * 90),
    image: drawingPath(kind.drawing),
    category: kind.category,
    attributes: Object.fromEntries(sizes.map(({ label, ...size }) => [label, size])) satisfies Attributes,
    leaf: kind.leaf,
    maker: pick(MAKERS),
    facts: factsOf(kind.leaf, sizes, pick),
  }
}

/** Which value of each axis: every combination in turn. */
function placesOf({ axes }: PartKind, turn: number) {
  let rest = turn
  return axes.map(({ values }) => {
    const place = rest % values.length
    rest = Math.floor(rest / values.length)
    return place
  })
}

function wordsOf(label: string, value: string | number, unit: string) {
  const amount = typeof value === 'number' ? grouped(value).replace('-', 'minus ') : value
  return `${label.toLowerCase()} ${amount}${unit && NBSP}${unit}`.replace('°c', '°C').replace('b value', 'B value')
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const FIRST = [
  'Harbour',
  'Mill Lane',
  'North Quay',
  'Orchard',
  'Station Road',
  'Old Dairy',
  'Kiln',
  'Lakeside',
  'Ridge',
  'Ferry',
]
const SECOND = [
  'Refrigeration',
  'Cooling',
  'Repairs',
  'Appliance Service',
  'Cold Store',
  'Workshop',
  'Electrics',
  'Kitchens',
]
const PLACES = [
  { country: 'Norway', address: 'Verkstedveien 14\n0277 Oslo', phone: '+47 22 00 01 40' },
  { country: 'Poland', address: 'ul. Warsztatowa 8\n80-280 Gdańsk', phone: '+48 58 000 21 20' },
  { country: 'Portugal', address: 'Rua das Oficinas 31\n4100-120 Porto', phone: '+351 22 000 0145' },
  { country: 'Ireland', address: '5 Dockside Units\nCork', phone: '+353 21 000 0180' },
  { country: 'Germany', address: 'Werkstraße 22\n22041 Hamburg', phone: '+49 40 0000 230' },
]

/** A workshop that buys; `serial` makes its address its own. */
export function madeUpBuyer(serial: number) {
  const { pick } = dice(serial)
  const tail = String(serial).padStart(6, '0')
  return {
    id: uuidv7(),
    name: `${pick(FIRST)} ${pick(SECOND)}`,
    email: `buyer${tail}@example.com`,
    phone: pick(PLACES).phone,
  }
}

export const placeOf = (serial: number) => dice(serial).pick(PLACES)
