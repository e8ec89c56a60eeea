import { href, matchPath } from 'react-router'

/** The page of an order, named by its number. */
export const orderPath = ({ number }: { number: string }) => href('/dashboard/orders/:id', { id: number })

export const isOrderPage = (pathname: string) => matchPath('/dashboard/orders/:id', pathname) !== null
