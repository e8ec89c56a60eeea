import { grouped } from '../wire/grouped.ts'
import type { Order } from './contract.ts'
import type { Parcel } from './parcel-contract.ts'

/** `12 of EF-230, 5 of DH-320`: the contents of a parcel. */
export const partsIn = (parcel: Parcel, lines: Order[]) =>
  lines
    .filter(({ _id }) => parcel.lines.includes(_id))
    .map(piecesOf)
    .join(', ')

export const piecesOf = ({ productNumber, productName, quantity }: Order) =>
  `${grouped(quantity)} of ${productNumber ?? productName}`
