import type { PriceKinds } from '../document/site-context.ts'
import type { OwnPrice, Product } from '../products/contract.ts'

/** A product at the price that the visitor pays. */
export type Offer = Pick<OwnPrice, 'group' | 'tax'> & {
  /** At the list price. */
  listed: Product
  /** At the visitor's price, without tax. */
  product: Product
  /** As it is shown: with tax when the shop shows tax and knows the country. */
  shown: Product
  /** Whether this shop adds tax to its prices. */
  hasTax: boolean
  /** False while the visitor's price may still change. */
  isSure: boolean
}

/** The list price; it may change where the shop has groups or tax. */
export const listedOffer = (listed: Product, { hasGroups, hasTax }: PriceKinds): Offer => ({
  listed,
  product: listed,
  shown: listed,
  group: null,
  tax: null,
  hasTax,
  isSure: !hasGroups && !hasTax,
})

/** Hides a price that may still change, so that no visitor first sees another's price. */
export const unsure = ({ isSure }: { isSure: boolean }) => (isSure ? undefined : 'unsure')
