import { ownStore } from '../ui/own-store.ts'

/** The country and the code last entered in this browser, for prices, the cart and the till. */
export const factsHere = ownStore('sums', { country: '', code: '' }, (own, visitors) => ({
  country: visitors.country || own.country,
  code: visitors.code || own.code,
}))
