import { href, matchPath } from 'react-router'

/** The page of an order, named by its number. */
export const orderPath = ({ number }: { number: string }) => href('/dashboard/orders/:id', { id: number })

/** The page that offers the lines of an order for buying them today. */
export const orderAgainPath = ({ number }: { number: string }) => href('/dashboard/orders/:id/again', { id: number })

const ORDER_PAGES = ['/dashboard/orders/:id', '/dashboard/orders/:id/again']

export const isOrderPage = (pathname: string) => ORDER_PAGES.some((page) => matchPath(page, pathname) !== null)
