import { useSite } from '../document/use-site.ts'

/** What follows a price without tax in a shop that adds tax to its prices. */
export const useTaxWord = () => (useSite()?.prices.hasTax ? ', excl. tax' : '')
