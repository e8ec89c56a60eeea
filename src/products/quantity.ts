import { MAX_CENTS } from '../wire/money.ts'
import type { Product } from './contract.ts'

/** Round half up of `unitPriceCents × quantity ÷ minOrder`, in cents (law M1). */
export function totalCents(unitPriceCents: number, minOrder: number, quantity: number) {
  const twice = 2 * unitPriceCents * quantity + minOrder
  return (twice - (twice % (2 * minOrder))) / (2 * minOrder)
}

export const INVALID_QUANTITY = 'Please enter a valid quantity!'

/** Whether a quantity may be ordered of a product: a whole number from minOrder to stock. */
export const isValidQuantity = (product: Pick<Product, 'minOrder' | 'stock'>, quantity: number) =>
  Number.isInteger(quantity) && quantity >= product.minOrder && quantity <= product.stock

/** Too few are left for the smallest order. */
export const isSoldOut = ({ stock, minOrder }: Pick<Product, 'minOrder' | 'stock'>) => stock < minOrder

export const isChargeable = (cents: number) => cents >= 50 && cents <= MAX_CENTS
