import { expect, test } from 'vitest'
import { inBoxes } from './quantity.ts'

test('pages offer the minimum order and whole boxes above it', () => {
  const fan = { minOrder: 4, multiple: 4 }
  expect([1, 4, 5, 8, 9].map((pieces) => inBoxes(fan, pieces))).toEqual([4, 4, 8, 8, 12])
  expect(inBoxes({ minOrder: 2, multiple: 5 }, 8)).toBe(12)
})
