import { fullName, lineName } from '../products/full-name.ts'
import { pieces } from '../products/per-pieces.ts'
import type { Order } from './contract.ts'

/** The order's part and quantity in words: `Evaporator fan motor EF-230, 4 pieces`. */
export const nameOf = ({ productName: name, productNumber: number, quantity }: Order) =>
  `${fullName({ name, number })}, ${pieces(quantity)}`

/** What tells a line of an order from the others: its part and the buyer's reference. */
export const lineNameOf = ({ productName: name, productNumber: number, reference }: Order) =>
  lineName({ name, number }, reference)
