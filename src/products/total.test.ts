import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SEED } from '../testing/seed.ts'
import { eachAt, totalCents } from './total.ts'

test('the price is unit price × quantity ÷ minimum order, round half up', () => {
  expect(totalCents(7200, 4, 12)).toBe(21_600)
  expect(totalCents(101, 2, 3)).toBe(152)
  expect(totalCents(100, 3, 1)).toBe(33)
  expect(totalCents(100, 3, 2)).toBe(67)
})

test(`it is exact for every price and quantity the shop allows (SEED=${SEED})`, () => {
  const cents = fc.integer({ min: 1, max: 99_999_999 })
  const pieces = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(cents, pieces, pieces, (unitPrice, minOrder, quantity) => {
      const [u, m, q] = [BigInt(unitPrice), BigInt(minOrder), BigInt(quantity)]
      expect(BigInt(totalCents(unitPrice, minOrder, quantity))).toBe((2n * u * q + m) / (2n * m))
    }),
    { seed: SEED },
  )
})

test('one piece is told with up to four decimals', () => {
  expect(eachAt({ unitPriceCents: 100, minOrder: 300, priceBreaks: [] }, 300)).toBe(0.0033)
  expect(eachAt({ unitPriceCents: 7200, minOrder: 4, priceBreaks: [{ from: 12, unitPriceCents: 6840 }] }, 12)).toBe(
    17.1,
  )
})
