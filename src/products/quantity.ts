import { grouped } from '../wire/grouped.ts'
import type { Product } from './contract.ts'
import { pieces } from './per-pieces.ts'

/** Whether a quantity is the minimum order and whole boxes above it. */
export const isInBoxes = ({ minOrder, multiple }: { minOrder: number; multiple: number }, quantity: number) =>
  (quantity - minOrder) % multiple === 0

export const INVALID_QUANTITY = 'Please enter a valid quantity!'

/** Whether pages order this quantity of a product: whole boxes from minOrder to stock. */
export const isValidQuantity = (product: Pick<Product, 'minOrder' | 'stock' | 'multiple'>, quantity: number) =>
  Number.isInteger(quantity) &&
  quantity >= product.minOrder &&
  quantity <= product.stock &&
  isInBoxes(product, quantity)

/** Too few are left for the smallest order. */
export const isSoldOut = ({ stock, minOrder }: Pick<Product, 'minOrder' | 'stock'>) => stock < minOrder

/** What the field of a quantity says under it. */
export const quantityHint = (product: Pick<Product, 'minOrder' | 'stock' | 'multiple'>) => {
  const { minOrder, multiple } = product
  const most = pieces(mostInBoxes(product))
  return `From ${grouped(minOrder)} to ${most}.${multiple > 1 ? ` A box holds ${grouped(multiple)}.` : ''}`
}

/** The least quantity of whole boxes from `pieces` on, as pages offer it. */
export const inBoxes = ({ minOrder, multiple }: Pick<Product, 'minOrder' | 'multiple'>, pieces: number) =>
  minOrder + Math.max(0, Math.ceil((pieces - minOrder) / multiple)) * multiple

/** The most whole boxes that are in stock, in pieces; 0 when not even the minimum order is. */
export const mostInBoxes = ({ stock, minOrder, multiple }: Pick<Product, 'stock' | 'minOrder' | 'multiple'>) =>
  stock < minOrder ? 0 : minOrder + Math.floor((stock - minOrder) / multiple) * multiple
