import { href, matchPath } from 'react-router'

/** The address of a product's page: its slug is best, and an id or a number leads there. */
export const productPath = (slug: string) => href('/products/:slug', { slug })

/** The address where the shop is asked for a part, with what was searched for or the model that it is for. */
export const askPath = (told: { q?: string; model?: string }) => `${href('/ask')}?${new URLSearchParams(told)}`

/** The address where a product is ordered, with a quantity that stands in the field. */
export const purchasePath = (id: string, quantity?: number) =>
  `${href('/purcess/:id', { id })}${quantity ? `?quantity=${quantity}` : ''}`

export const isProductPath = (pathname: string) =>
  matchPath('/products/:slug', pathname) !== null || isPurchasePath(pathname)

const isPurchasePath = (pathname: string) => matchPath('/purcess/:id', pathname) !== null
