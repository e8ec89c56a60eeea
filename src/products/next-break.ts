import type { Product } from './contract.ts'
import { inBoxes } from './quantity.ts'
import { eachAt, type Terms, totalAt } from './total.ts'

type Offered = Terms & Pick<Product, 'stock' | 'multiple'>

/** A larger quantity at the next break, if in stock: the total is lower, or it is at most half as much again. */
export function worthTaking(offered: Offered, quantity: number) {
  const next = offered.priceBreaks.filter(({ from }) => from > quantity).sort((a, b) => a.from - b.from)[0]
  if (!next || quantity < offered.minOrder) return undefined
  const more = inBoxes(offered, next.from)
  const cents = totalAt(offered, more)
  const isWorth = cents < totalAt(offered, quantity) || more * 2 <= quantity * 3
  return isWorth && more <= offered.stock ? { quantity: more, cents, each: eachAt(offered, more) } : undefined
}
