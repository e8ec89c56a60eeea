import { countryNameOf } from '../sums/countries.ts'
import { BUYER_WORDS, BUYERS, ELSEWHERE } from '../sums/reckon.ts'
import { dayInUtc } from '../ui/format-time.ts'
import { grouped } from '../wire/grouped.ts'
import type { AuditEntry } from './contract.ts'
import { dollars, type Facts, factsOf, listOf, text } from './told.ts'

/** A field as the screens call it, and its value in words. */
type Setting = [name: string, told?: (value: unknown) => string]

const countryIn = (code: unknown) => (code === ELSEWHERE ? 'everywhere else' : countryNameOf(text(code)))
const countriesIn = (value: unknown) => listOf(value, countryIn)
const count = (value: unknown) => (typeof value === 'number' ? grouped(value) : text(value))
const yesOrNo = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : text(value))
const buyersIn = (value: unknown) =>
  BUYERS.filter((one) => one === value).map((one) => BUYER_WORDS[one])[0] ?? text(value)

/** The day in UTC; with its time where a call has set another one than the form, which begins and ends whole days. */
const instantAt = (time: string) => (value: unknown) => {
  const instant = text(value)
  if (!instant) return ''
  const at = instant.slice(11, 19)
  return at === time ? dayInUtc(instant) : `${dayInUtc(instant)}, ${at} UTC`
}

const SETTINGS: Record<string, Record<string, Setting>> = {
  zone: {
    name: ['Name'],
    countries: ['Countries', countriesIn],
    flat: ['Price of an order', dollars],
    perKg: ['Each kilogram begun', dollars],
    freeFrom: ['Free from', dollars],
  },
  rate: {
    country: ['Country', (code) => (code ? countryIn(code) : '')],
    buyers: ['For', buyersIn],
    name: ['Name'],
    percent: ['Per cent'],
    onShipping: ['Shipping is taxed', yesOrNo],
  },
  code: {
    code: ['Code'],
    percent: ['Per cent off'],
    sum: ['Sum off', dollars],
    from: ['Counts from', (value) => (value ? dollars(value) : '')],
    beginsAt: ['First day', instantAt('00:00:00')],
    endsAt: ['Last day', instantAt('23:59:59')],
    mostUses: ['Uses in all', count],
    mostEach: ['Uses by one buyer', count],
  },
  group: {
    name: ['Name'],
    percent: ['Per cent off list prices'],
    prices: ['Prices of its own'],
    people: ['People', count],
  },
  product: {
    model: ['Model'],
    place: ['Place'],
    quantity: ['Pieces it needs'],
    serials: ['Serial numbers'],
    note: ['Note'],
  },
}

export const isOfSettings = (action: AuditEntry['action']) =>
  /^(zone|rate|code|group)\.(add|edit|delete)$|^product\.fit-/.test(action)

/** Each fact of a fit, a zone, a rate, a code or a price group that is not what it was. */
export function settingsChanged(action: AuditEntry['action'], was: Facts, is: Facts) {
  if (!isOfSettings(action)) return []
  const settings = SETTINGS[action.split('.', 1)[0] ?? ''] ?? {}
  // In the order of the screens: jsonb keeps none.
  const names = [...new Set([settings, was, is].flatMap(Object.keys))].filter(
    (name) => name !== '_id' && name !== 'uses',
  )
  const told = names.map((name) => {
    const [what, inWords = plain] = settings[name] ?? [name]
    if (name === 'prices') return { what, was: pricesBut(was[name], is[name]), is: pricesBut(is[name], was[name]) }
    return { what, was: inWords(was[name]), is: inWords(is[name]) }
  })
  return told.filter((one) => one.was !== one.is)
}

/** The prices of a group that the other list does not have; entries of earlier builds name a part by its id alone. */
function pricesBut(all: unknown, others: unknown) {
  const told = (prices: unknown) =>
    Array.isArray(prices)
      ? prices.map(factsOf).map(({ part, productId, unitPrice }) => `${text(part ?? productId)} ${dollars(unitPrice)}`)
      : []
  const known = new Set(told(others))
  return told(all)
    .filter((price) => !known.has(price))
    .join(', ')
}

const plain = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : text(value))
