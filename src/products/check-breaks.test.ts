import { expect, test } from 'vitest'
import { faultOfBreaks } from './check-breaks.ts'

const at = (priceBreaks: { from: number; unitPrice: number }[]) =>
  faultOfBreaks({ unitPrice: 72, minOrder: 4, priceBreaks })

test('each break begins at more pieces than the one before it, and costs less; the faulty figure is named', () => {
  expect(at([])).toBeUndefined()
  expect(
    at([
      { from: 5, unitPrice: 71.99 },
      { from: 6, unitPrice: 0.01 },
    ]),
  ).toBeUndefined()
  expect(at([{ from: 4, unitPrice: 70 }])).toEqual({
    at: 0,
    part: 'from',
    message: 'Enter more pieces than the minimum order of 4',
  })
  expect(
    at([
      { from: 8, unitPrice: 70 },
      { from: 8, unitPrice: 60 },
    ]),
  ).toEqual({ at: 1, part: 'from', message: 'Enter more pieces than the 8 before it' })
  expect(at([{ from: 8, unitPrice: 72 }])).toEqual({
    ...{ at: 0, part: 'unitPrice' },
    message: 'The price from 8 on must be lower than the $72.00 before it',
  })
  expect(
    at([
      { from: 8, unitPrice: 70 },
      { from: 12, unitPrice: 70 },
    ]),
  ).toMatchObject({ at: 1, message: 'The price from 12 on must be lower than the $70.00 before it' })
})
