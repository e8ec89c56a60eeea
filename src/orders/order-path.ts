import { href, matchPath } from 'react-router'

/** The page of an order, named by its number. */
export const orderPath = ({ number }: { number: string }) => href('/dashboard/orders/:id', { id: number })

/** The sheet to pick by: of these orders, or of all that are to be sent. */
export const pickListPath = (numbers: string[]) =>
  `${href('/dashboard/orders/pick-list')}${numbers.length ? `?${new URLSearchParams({ orders: numbers.join(' ') })}` : ''}`

export const isOrderPage = (pathname: string) => matchPath('/dashboard/orders/:id', pathname) !== null
