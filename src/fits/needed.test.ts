import { expect, test } from 'vitest'
import { neededOf } from './needed.ts'
import type { ShownPart } from './shown-model.ts'

test.each([
  { needs: 3, sold: { minOrder: 1, multiple: 1, stock: 11 }, pieces: 3 },
  { needs: 2, sold: { minOrder: 5, multiple: 1, stock: 190 }, pieces: 5 },
  { needs: 5, sold: { minOrder: 4, multiple: 4, stock: 110 }, pieces: 8 },
  { needs: 9, sold: { minOrder: 4, multiple: 4, stock: 11 }, pieces: 8 },
  { needs: 2, sold: { minOrder: 4, multiple: 4, stock: 3 }, pieces: 0 },
])('of a part that a model needs $needs of, sold as $sold, $pieces are offered', ({ needs, sold, pieces }) => {
  expect(neededOf({ quantity: needs, product: sold } as ShownPart)).toBe(pieces)
})
