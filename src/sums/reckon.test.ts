import { expect, test } from 'vitest'
import { countryCodeOf } from './countries.ts'
import { BUYERS, type Rules, reckon, type Terms, termsFor, withTax } from './reckon.ts'
import { buyersOf, isTaxNumber } from './tax-numbers.ts'

const ZONE = { name: 'Nordic', flatCents: 950, perKgCents: 120, freeFromCents: 25_000 }
const VAT = { name: 'VAT', basisPoints: 2500, onShipping: true }
const TENTH = { code: 'TENTH', basisPoints: 1000, cents: null, fromCents: 0 }
const FIVE = { code: 'FIVE', basisPoints: null, cents: 500, fromCents: 2000 }
const grams = { fan: 510 }

type Case = [
  what: string,
  cents: number[],
  terms: Terms,
  sums: [discount: number, shipping: number, tax: number, price: number],
]

test.each<Case>([
  ['nothing is added or taken off', [1499, 1800], {}, [0, 0, 0, 3299]],
  ['a share of the lines, half a cent rounded up', [1005], { code: TENTH }, [101, 0, 0, 904]],
  ['a sum', [2000], { code: FIVE }, [500, 0, 0, 1500]],
  ['a sum that needs a cent more of lines', [1999], { code: FIVE }, [0, 0, 0, 1999]],
  ['a sum no larger than the lines', [300], { code: { ...FIVE, fromCents: 0 } }, [300, 0, 0, 0]],
  ['a flat price where nothing weighs', [1000, 1000], { zone: ZONE }, [0, 950, 0, 2950]],
  ['each kilogram begun, of all lines together', [1000, 1000], { zone: ZONE, grams }, [0, 950 + 3 * 120, 0, 3310]],
  ['no more than whole kilograms', [1000], { zone: ZONE, grams: { fan: 1000 } }, [0, 950 + 2 * 120, 0, 2190]],
  ['free from a sum', [25_000], { zone: ZONE, grams }, [0, 0, 0, 25_000]],
  ['a discount that takes the sum below free', [25_000], { zone: ZONE, code: TENTH }, [2500, 950, 0, 23_450]],
  [
    'tax on parts less their discount and on shipping',
    [10_000],
    { zone: ZONE, rate: VAT, code: TENTH },
    [1000, 950, 2488, 12_438],
  ],
  ['tax on parts alone', [10_000], { zone: ZONE, rate: { ...VAT, onShipping: false } }, [0, 950, 2500, 13_450]],
  ['tax once a checkout, not once a line', [1, 1], { rate: VAT }, [0, 0, 1, 3]],
  ['a rate of nothing', [10_000], { rate: { ...VAT, basisPoints: 0 } }, [0, 0, 0, 10_000]],
])('%s', (_, cents, terms, [discountCents, shippingCents, taxCents, priceCents]) => {
  const lines = cents.map((one) => ({ productId: 'fan', quantity: 2, priceCents: one }))
  expect(reckon(lines, terms)).toMatchObject({ discountCents, shippingCents, taxCents, priceCents })
})

test('sums shown with their tax add up to the same price', () => {
  for (const [linesCents, discountCents, shippingCents] of [
    [10_000, 1000, 950],
    [1, 0, 1],
    [99_999, 33_333, 0],
  ] as const) {
    const taxCents = Math.floor(((linesCents - discountCents + shippingCents) * 1900 + 5000) / 10_000)
    const shown = withTax({ linesCents, discountCents, shippingCents, taxCents })
    const price = linesCents - discountCents + shippingCents + taxCents
    expect(shown.linesCents - shown.discountCents + shown.shippingCents).toBe(price)
  }
})

const RULES: Rules = {
  version: 1,
  showsTax: false,
  hasGroups: false,
  zones: [
    { ...ZONE, countries: ['NO', 'SE'] },
    { ...ZONE, name: 'World', countries: ['*'] },
  ],
  rates: [
    { ...VAT, country: 'NO', buyers: 'everybody' },
    { ...VAT, name: 'Reverse charge', basisPoints: 0, country: 'NO', buyers: 'numbered' },
  ],
}

test.each([
  ['NO', 'everybody', 'Nordic', 'VAT'],
  ['NO', 'companies', 'Nordic', 'VAT'],
  ['NO', 'numbered', 'Nordic', 'Reverse charge'],
  ['DE', 'everybody', 'World', undefined],
  [undefined, 'everybody', undefined, undefined],
] as const)('to %s, for %s: the zone %s, the rate %s', (country, buyers, zone, rate) => {
  const terms = termsFor(RULES, { country, buyers })
  expect([terms.zone?.name, terms.rate?.name]).toEqual([zone, rate])
})

test.each([
  ['Norway', 'NO'],
  [' norway ', 'NO'],
  ['no', 'NO'],
  ['USA', 'US'],
  ['The Netherlands', undefined],
  ['Côte d’Ivoire', 'CI'],
  ['Nowhere', undefined],
  ['', undefined],
])('"%s" is the country %s', (text, code) => {
  expect(countryCodeOf(text)).toBe(code)
})

test.each([
  ['DE123456789', 'DE', true],
  ['de 123 456 789', 'DE', true],
  ['123456789', 'DE', true],
  ['DE12345678', 'DE', false],
  ['FR12345678901', 'DE', false],
  ['EL123456789', 'GR', true],
  ['12-3456789', 'US', true],
  ['12', 'US', false],
])('"%s" is a tax number of %s: %s', (text, country, is) => {
  expect(isTaxNumber(text, country)).toBe(is)
  const buyers = buyersOf({ company: 'Kjøl AS', taxNumber: text, country })
  expect(BUYERS.indexOf(buyers)).toBe(is ? 2 : 1)
})
