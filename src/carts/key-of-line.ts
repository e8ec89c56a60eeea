import type { CartLine } from './contract.ts'

/** A cart or a list has one line of a part and a reference. */
export const keyOf = ({ productId, reference }: Pick<CartLine, 'productId' | 'reference'>) =>
  `${productId} ${reference}`

type Line = { productId: string; quantity: number | string; reference?: string | undefined }

/** Lines as a text, the same for the same lines. */
export const textOf = (lines: Line[]) =>
  lines.map(({ productId, quantity, reference = '' }) => `${productId} ${quantity} ${reference}`).join('\n')
