import { grouped } from '../wire/grouped.ts'
import { MAX_CENTS, toCents } from '../wire/money.ts'
import type { Product } from './contract.ts'
import { pieces } from './per-pieces.ts'

/** Round half up of `unitPriceCents × quantity ÷ minOrder`, in cents (law M1). */
export function totalCents(unitPriceCents: number, minOrder: number, quantity: number) {
  const twice = 2 * unitPriceCents * quantity + minOrder
  return (twice - (twice % (2 * minOrder))) / (2 * minOrder)
}

/** From so many pieces on, the price in cents of one minimum order. */
export type PriceBreak = { from: number; unitPriceCents: number }

type Terms = { unitPriceCents: number; minOrder: number; priceBreaks: PriceBreak[] }

/** The price of one minimum order at a quantity, in cents: that of the last break it reaches. */
export const unitPriceAt = ({ unitPriceCents, priceBreaks }: Omit<Terms, 'minOrder'>, quantity: number) =>
  priceBreaks.reduce(
    (best, { from, unitPriceCents: lower }) => (quantity >= from ? Math.min(best, lower) : best),
    unitPriceCents,
  )

/** The total of a quantity, in cents, at the price of its break. */
export const totalAt = (terms: Terms, quantity: number) =>
  totalCents(unitPriceAt(terms, quantity), terms.minOrder, quantity)

/** One piece at the price of a quantity, in dollars with up to four decimals: for reading, never for sums. */
export const eachAt = (terms: Terms, quantity: number) =>
  Math.round((unitPriceAt(terms, quantity) * 100) / terms.minOrder) / 10_000

/** The terms of a product as the calls show it, in cents. */
export const termsOf = ({
  unitPrice,
  minOrder,
  priceBreaks,
}: Pick<Product, 'unitPrice' | 'minOrder' | 'priceBreaks'>) => ({
  unitPriceCents: toCents(unitPrice),
  minOrder,
  priceBreaks: priceBreaks.map((one) => ({ from: one.from, unitPriceCents: toCents(one.unitPrice) })),
})

/** Whether a quantity is the minimum order and whole boxes above it. */
export const isInBoxes = ({ minOrder, multiple }: { minOrder: number; multiple: number }, quantity: number) =>
  (quantity - minOrder) % multiple === 0

export const INVALID_QUANTITY = 'Please enter a valid quantity!'

/** Whether a quantity may be ordered of a product: a whole number from minOrder to stock. */
export const isValidQuantity = (product: Pick<Product, 'minOrder' | 'stock'>, quantity: number) =>
  Number.isInteger(quantity) && quantity >= product.minOrder && quantity <= product.stock

/** Too few are left for the smallest order. */
export const isSoldOut = ({ stock, minOrder }: Pick<Product, 'minOrder' | 'stock'>) => stock < minOrder

/** What the field of a quantity says under it. */
export const quantityHint = ({ minOrder, stock, multiple }: Pick<Product, 'minOrder' | 'stock' | 'multiple'>) =>
  `From ${grouped(minOrder)} to ${pieces(stock)}.${multiple > 1 ? ` A box holds ${grouped(multiple)}.` : ''}`

type Offered = Terms & Pick<Product, 'stock' | 'multiple'>

/** The least quantity of whole boxes from `pieces` on, as pages offer it. */
export const inBoxes = ({ minOrder, multiple }: Pick<Product, 'minOrder' | 'multiple'>, pieces: number) =>
  minOrder + Math.max(0, Math.ceil((pieces - minOrder) / multiple)) * multiple

/** The most whole boxes that are in stock, in pieces; 0 when not even the minimum order is. */
export const mostInBoxes = ({ stock, minOrder, multiple }: Pick<Product, 'stock' | 'minOrder' | 'multiple'>) =>
  stock < minOrder ? 0 : minOrder + Math.floor((stock - minOrder) / multiple) * multiple

/** What to take instead, up to the next break in stock: it costs less in all, or is at most half as much again. */
export function worthTaking(offered: Offered, quantity: number) {
  const next = offered.priceBreaks.filter(({ from }) => from > quantity).sort((a, b) => a.from - b.from)[0]
  if (!next || quantity < offered.minOrder) return undefined
  const more = inBoxes(offered, next.from)
  const cents = totalAt(offered, more)
  const isWorth = cents < totalAt(offered, quantity) || more * 2 <= quantity * 3
  return isWorth && more <= offered.stock ? { quantity: more, cents, each: eachAt(offered, more) } : undefined
}

export const isChargeable = (cents: number) => cents >= 50 && cents <= MAX_CENTS
