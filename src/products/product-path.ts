import { href, matchPath } from 'react-router'

/** A model, and the serial number where it is told, that a part is for. */
export type ForModel = { model?: string | undefined; serial?: string | undefined }

/** The address of a product's page, its fit told for a model: its slug is best, and an id or a number leads there. */
export const productPath = (slug: string, of?: ForModel) => `${href('/products/:slug', { slug })}${told(of)}`

/** The address where the shop is asked for a part, with what was searched for or the model that it is for. */
export const askPath = (told: { q?: string; model?: string }) => `${href('/ask')}?${new URLSearchParams(told)}`

/** The address where a product is ordered, with the model, and the serial number where it is told, that it is for. */
export const purchasePath = (id: string, of?: ForModel) => `${href('/purcess/:id', { id })}${told(of)}`

function told({ model, serial }: ForModel = {}) {
  const query = new URLSearchParams({ ...(model && { model }), ...(serial && { serial }) })
  return query.size ? `?${query}` : ''
}

export const isProductPath = (pathname: string) =>
  matchPath('/products/:slug', pathname) !== null || isPurchasePath(pathname)

const isPurchasePath = (pathname: string) => matchPath('/purcess/:id', pathname) !== null
