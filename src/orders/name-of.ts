import { fullName } from '../products/full-name.ts'
import { pieces } from '../products/per-pieces.ts'
import type { Order } from './contract.ts'

/** The order's part and quantity in words: `Evaporator fan motor EF-230, 4 pieces`. */
export const nameOf = ({ productName: name, productNumber: number, quantity }: Order) =>
  `${fullName({ name, number })}, ${pieces(quantity)}`

/** The part and the buyer's reference: two lines of an order may be for parts of one name, or for one part. */
export const lineName = ({ productName: name, productNumber: number, reference }: Order) =>
  [fullName({ name, number }), reference].filter(Boolean).join(', ')
