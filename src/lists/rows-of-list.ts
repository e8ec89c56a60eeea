import { keyOf } from '../carts/key-of-line.ts'
import type { Row } from '../carts/use-rows.ts'
import type { ListLine } from './contract.ts'

/** The lines of a list as its screens show them. */
export const rowsOfList = (lines: ListLine[]): Row[] =>
  lines.map(({ productId, quantity, reference, name, judged }) => ({
    id: keyOf({ productId, reference }),
    typed: `${name}, ${quantity}`,
    number: productId,
    quantity,
    reference,
    saved: name,
    judged,
  }))
