import { MAX_CENTS, toCents } from '../wire/money.ts'
import type { Product } from './contract.ts'

/** Round half up of `unitPriceCents × quantity ÷ minOrder`, in cents (law M1). */
export function totalCents(unitPriceCents: number, minOrder: number, quantity: number) {
  const twice = 2 * unitPriceCents * quantity + minOrder
  return (twice - (twice % (2 * minOrder))) / (2 * minOrder)
}

/** From so many pieces on, the price in cents of one minimum order. */
export type PriceBreak = { from: number; unitPriceCents: number }

export type Terms = { unitPriceCents: number; minOrder: number; priceBreaks: PriceBreak[] }

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

export const isChargeable = (cents: number) => cents >= 50 && cents <= MAX_CENTS
