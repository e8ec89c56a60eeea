import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachAt, inBoxes, totalCents, worthTaking } from './quantity.ts'

test('the price is unit price × quantity ÷ minimum order, round half up', () => {
  expect(totalCents(7200, 4, 12)).toBe(21_600)
  expect(totalCents(101, 2, 3)).toBe(152)
  expect(totalCents(100, 3, 1)).toBe(33)
  expect(totalCents(100, 3, 2)).toBe(67)
})

test('it is exact for every price and quantity the shop allows', () => {
  const cents = fc.integer({ min: 1, max: 99_999_999 })
  const pieces = fc.integer({ min: 1, max: 1_000_000 })
  fc.assert(
    fc.property(cents, pieces, pieces, (unitPrice, minOrder, quantity) => {
      const [u, m, q] = [BigInt(unitPrice), BigInt(minOrder), BigInt(quantity)]
      expect(BigInt(totalCents(unitPrice, minOrder, quantity))).toBe((2n * u * q + m) / (2n * m))
    }),
  )
})

const FAN = {
  unitPriceCents: 7200,
  minOrder: 4,
  multiple: 4,
  stock: 40,
  priceBreaks: [
    { from: 12, unitPriceCents: 6840 },
    { from: 24, unitPriceCents: 4000 },
    { from: 60, unitPriceCents: 3000 },
  ],
}

test('pages offer the minimum order and whole boxes above it', () => {
  expect([1, 4, 5, 8, 9].map((pieces) => inBoxes(FAN, pieces))).toEqual([4, 4, 8, 8, 12])
  expect(inBoxes({ minOrder: 2, multiple: 5 }, 8)).toBe(12)
})

test('one piece is told with up to four decimals', () => {
  expect(eachAt({ unitPriceCents: 100, minOrder: 300, priceBreaks: [] }, 300)).toBe(0.0033)
  expect(eachAt(FAN, 12)).toBe(17.1)
})

test('more is recommended only where it costs less in all or is at most half as much again, and is in stock', () => {
  expect(worthTaking(FAN, 4)).toBeUndefined()
  expect(worthTaking(FAN, 8)).toEqual({ quantity: 12, cents: 20_520, each: 17.1 })
  expect(worthTaking(FAN, 12)).toBeUndefined()
  expect(worthTaking(FAN, 15)).toEqual({ quantity: 24, cents: 24_000, each: 10 })
  expect(worthTaking(FAN, 40)).toBeUndefined()
  expect(worthTaking(FAN, 3)).toBeUndefined()
})
