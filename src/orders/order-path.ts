import { href, matchPath } from 'react-router'

/** The page of an order, named by its number. */
export const orderPath = ({ number }: { number: string }) => href('/dashboard/orders/:id', { id: number })

/** The page that offers the lines of an order for buying them today. */
export const orderAgainPath = ({ number }: { number: string }) => href('/dashboard/orders/:id/again', { id: number })

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

const ORDER_PAGES = ['/dashboard/orders/:id', '/dashboard/orders/:id/again']

export const isOrderPage = (pathname: string) => ORDER_PAGES.some((page) => matchPath(page, pathname) !== null)
