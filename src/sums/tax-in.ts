import type { Offer } from './offer.ts'
import { shareOf } from './reckon.ts'

/** Cents as they are shown: with tax when the shop shows tax. */
export const withTaxOf = (tax: Offer['tax'], cents: number) => cents + (tax?.isShown ? taxOf(tax, cents) : 0)

export const taxOf = ({ percent }: { percent: number }, cents: number) => shareOf(cents, Math.round(percent * 100))

/** `, excl. tax` or `, incl. VAT 19 %`; nothing in a shop without tax. */
export const taxWords = ({ tax, hasTax }: Pick<Offer, 'tax' | 'hasTax'>) =>
  tax?.isShown ? `, incl. ${tax.name}` : hasTax ? ', excl. tax' : ''
