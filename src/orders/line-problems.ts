import { MOST_PIECES } from '../products/most-pieces.ts'
import { isInBoxes } from '../products/quantity.ts'
import type { LineProblem } from '../wire/refusal.ts'
import type { CheckoutLine } from './checkout-contract.ts'

type Offered = { stock: number; minOrder: number; multiple: number }
type Wanted = Pick<CheckoutLine, 'productId' | 'quantity' | 'reference'>

/**
 * Joins lines of one product under one reference, so that a price break counts all their pieces, up to the most of a
 * line; each keeps its first index.
 */
export function joinedLines<Line extends Wanted>(lines: Line[]): Line[] {
  const byKey = new Map<string, Line>()
  for (const line of lines) {
    const key = `${line.productId.toLowerCase()} ${line.reference}`
    const before = byKey.get(key)
    const together = Math.min(line.quantity + (before?.quantity ?? 0), MOST_PIECES)
    byKey.set(key, before ? { ...before, quantity: together } : line)
  }
  return [...byKey.values()]
}

/** Why each line is not available, undefined where it is; lines of one product share its stock. */
export function problemsOf(lines: Wanted[], offers: (Offered | undefined)[]) {
  const units = new Map<string, number>()
  for (const { productId, quantity } of lines) {
    const id = productId.toLowerCase()
    units.set(id, quantity + (units.get(id) ?? 0))
  }
  return lines.map((line, place) =>
    problemOf(offers[place], line.quantity, units.get(line.productId.toLowerCase()) ?? 0),
  )
}

function problemOf(offer: Offered | undefined, quantity: number, units: number): LineProblem['code'] | undefined {
  if (!offer) return 'gone'
  if (offer.stock < offer.minOrder) return 'sold-out'
  if (quantity < offer.minOrder) return 'minimum'
  if (units > offer.stock) return 'too-few'
  return isInBoxes(offer, quantity) ? undefined : 'multiple'
}
