import { href, matchPath } from 'react-router'

/** The address of a product's page. */
export const productPath = (id: string) => href('/purcess/:id', { id })

export const isProductPath = (pathname: string) => matchPath('/purcess/:id', pathname) !== null
