import { expect, test } from 'vitest'
import { toDollars } from '../wire/money.ts'
import { type RateTerms, reckon, taxNameOf } from './reckon.ts'
import { sumRows } from './sum-rows.ts'

const ZONE = { name: 'Nordic', flatCents: 990, perKgCents: 0, freeFromCents: 150_000 }
const TENTH = { code: 'TENTH', basisPoints: 1000, cents: null, fromCents: 0 }

/** The rows of two lines as a screen has them, and the price. */
function shownOf(cents: number[], rate: RateTerms | undefined, showsTax: boolean) {
  const lines = cents.map((priceCents) => ({ productId: 'fan', quantity: 1, priceCents }))
  const sums = reckon(lines, { zone: ZONE, code: TENTH, ...(rate && { rate }) })
  const rows = sumRows(
    {
      lines: toDollars(sums.linesCents),
      discount: toDollars(sums.discountCents),
      shipping: toDollars(sums.shippingCents),
      tax: toDollars(sums.taxCents),
      taxName: rate ? taxNameOf(rate) : null,
      code: TENTH.code,
      showsTax,
      taxOnShipping: rate?.onShipping ?? false,
    },
    'Parts',
  )
  return { rows, ...sums }
}

const centsOf = (value: string) => Math.round(Number(value.replace(/[$,−]/g, '')) * 100) * (value[0] === '−' ? -1 : 1)

test.each([
  [2500, true],
  [2500, false],
  [733, true],
  [0, true],
])(
  'at %i basis points a first row without tax is what the lines cost together, a row with tax says so, and either way the rows add up',
  (basisPoints, onShipping) => {
    const rate = { name: 'VAT', basisPoints, onShipping }
    for (const cents of [
      [10_000, 7201],
      [1, 2],
      [140_000, 33_333],
    ]) {
      const without = shownOf(cents, rate, false)
      const [parts, ...steps] = without.rows
      expect(parts?.label).toBe('Parts, excl. tax')
      expect(centsOf(parts?.value ?? '')).toBe(without.linesCents)
      const all = [parts, ...steps].reduce((sum, row) => sum + centsOf(row?.value ?? ''), 0)
      expect(all).toBe(without.priceCents)

      const { rows, priceCents, taxCents } = shownOf(cents, rate, true)
      expect(rows[0]?.label).toBe('Parts, incl. tax')
      const tax = rows.at(-1)
      expect(tax).toMatchObject({ label: `VAT ${basisPoints / 100} % in it` })
      expect(centsOf(tax?.value ?? '')).toBe(taxCents)
      expect(rows.slice(0, -1).reduce((sum, { value }) => sum + centsOf(value), 0)).toBe(priceCents)
    }
  },
)

test('no word is said of tax where none is added', () => {
  expect(shownOf([10_000], undefined, true).rows.map(({ label }) => label)).toEqual(['Parts', 'Code TENTH', 'Shipping'])
})
