import { href } from 'react-router'

// Beside `order-path.ts`, which public pages load.

/** The packing slip of this parcel, or of the lines that wait to be sent. */
export const slipPath = ({ number }: { number: string }, parcel?: { _id: string }) =>
  `${href('/dashboard/orders/:id/slip', { id: number })}${parcel ? `?${new URLSearchParams({ parcel: parcel._id })}` : ''}`

/** The packing slips of these orders, one after another. */
export const slipsPath = (numbers: string[]) => `${href('/dashboard/orders/slips')}?${ordersIn(numbers)}`

/** The pick list of these orders, or of all that wait to be sent. */
export const pickListPath = (numbers: string[]) =>
  `${href('/dashboard/orders/pick-list')}${numbers.length ? `?${ordersIn(numbers)}` : ''}`

const ordersIn = (numbers: string[]) => new URLSearchParams({ orders: numbers.join(' ') })

/** The order numbers that the address of a sheet names; undefined when it names none. */
export const ordersNamed = (url: string) => new URL(url).searchParams.get('orders')?.split(' ').filter(Boolean)
