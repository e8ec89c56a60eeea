import type { OrderPage } from './order-page-contract.ts'

/** The lines of the newest parcel. */
export const justSent = ({ lines, parcels }: OrderPage) =>
  lines.filter(({ _id }) => parcels.at(-1)?.lines.includes(_id))
