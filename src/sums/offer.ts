import type { PriceKinds } from '../document/site-context.ts'
import type { OwnPrice, Product } from '../products/contract.ts'

/** A product at the price of the one who looks. */
export type Offer = Pick<OwnPrice, 'group' | 'tax'> & {
  /** At the list price. */
  listed: Product
  /** At one's own price, without tax. */
  product: Product
  /** The same as prices are shown: with tax where the shop shows it and the country is told. */
  shown: Product
  /** Whether tax comes to the prices of this shop. */
  hasTax: boolean
  /** False while another price may come. */
  isSure: boolean
}

/** What everybody is offered; another price may come where the shop has some. */
export const listedOffer = (listed: Product, { hasGroups, hasTax }: PriceKinds): Offer => ({
  listed,
  product: listed,
  shown: listed,
  group: null,
  tax: null,
  hasTax,
  isSure: !hasGroups && !hasTax,
})

/** Hides a sum for a moment where another one may come: nobody sees first what others pay. */
export const unsure = ({ isSure }: { isSure: boolean }) => (isSure ? undefined : 'unsure')
