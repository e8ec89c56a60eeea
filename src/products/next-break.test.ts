import { expect, test } from 'vitest'
import { worthTaking } from './next-break.ts'

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

test('more is recommended only where it costs less in all or is at most half as much again, and is in stock', () => {
  expect(worthTaking(FAN, 4)).toBeUndefined()
  expect(worthTaking(FAN, 8)).toEqual({ quantity: 12, cents: 20_520, each: 17.1 })
  expect(worthTaking(FAN, 12)).toBeUndefined()
  expect(worthTaking(FAN, 15)).toEqual({ quantity: 24, cents: 24_000, each: 10 })
  expect(worthTaking(FAN, 40)).toBeUndefined()
  expect(worthTaking(FAN, 3)).toBeUndefined()
})
