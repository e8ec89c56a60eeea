import type { Row } from '../carts/use-rows.ts'
import type { ListLine } from './contract.ts'

/** A list has one line of a part under one reference. */
export const idOfLine = ({ productId, reference }: Pick<ListLine, 'productId' | 'reference'>) =>
  `${productId} ${reference}`

/** The lines of a list as its screens show them. */
export const rowsOfList = (lines: ListLine[]): Row[] =>
  lines.map(({ productId, quantity, reference, name, judged }) => ({
    id: idOfLine({ productId, reference }),
    typed: `${name}, ${quantity}`,
    number: productId,
    quantity,
    reference,
    saved: name,
    judged,
  }))
