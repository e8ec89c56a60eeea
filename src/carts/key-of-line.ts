import type { CartLine } from './contract.ts'

/** A cart or a list has one line of a part and a reference. */
export const keyOf = ({ productId, reference }: Pick<CartLine, 'productId' | 'reference'>) =>
  `${productId} ${reference}`
