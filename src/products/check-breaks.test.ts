import { expect, test } from 'vitest'
import { faultOfBreaks } from './check-breaks.ts'

const at = (priceBreaks: { from: number; unitPrice: number }[]) =>
  faultOfBreaks({ unitPrice: 72, minOrder: 4, priceBreaks })

test('each break begins at more pieces than the one before it, and costs less', () => {
  expect(at([])).toBeUndefined()
  expect(
    at([
      { from: 5, unitPrice: 71.99 },
      { from: 6, unitPrice: 0.01 },
    ]),
  ).toBeUndefined()
  expect(at([{ from: 4, unitPrice: 70 }])).toBe('A price begins at more pieces than the minimum order of 4.')
  expect(
    at([
      { from: 8, unitPrice: 70 },
      { from: 8, unitPrice: 60 },
    ]),
  ).toBe('A price begins at more pieces than the 8 before it.')
  expect(at([{ from: 8, unitPrice: 72 }])).toBe('The price from 8 pieces on is lower than the one before it.')
  expect(
    at([
      { from: 8, unitPrice: 70 },
      { from: 12, unitPrice: 70 },
    ]),
  ).toBe('The price from 12 pieces on is lower than the one before it.')
})
