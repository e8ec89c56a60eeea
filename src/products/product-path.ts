import { href, matchPath } from 'react-router'

/** The address of a product's page: its slug is best, and an id or a number leads there. */
export const productPath = (slug: string) => href('/products/:slug', { slug })

/** The address where the shop is asked for a part, with what was searched for or the model that it is for. */
export const askPath = (told: { q?: string; model?: string }) => `${href('/ask')}?${new URLSearchParams(told)}`

/** The address of the ordering page of a product, with the model and, if known, the serial number it is for. */
export function purchasePath(id: string, { model, serial }: { model?: string; serial?: string } = {}) {
  const told = new URLSearchParams({ ...(model && { model }), ...(serial && { serial }) })
  return `${href('/purcess/:id', { id })}${told.size ? `?${told}` : ''}`
}

export const isProductPath = (pathname: string) =>
  matchPath('/products/:slug', pathname) !== null || isPurchasePath(pathname)

const isPurchasePath = (pathname: string) => matchPath('/purcess/:id', pathname) !== null
