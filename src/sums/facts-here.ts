import { browserStore } from '../ui/browser-store.ts'

/** The country and the code last entered in this browser, for prices, the cart and the till. */
export const factsHere = browserStore<{ country: string; code: string }>('sums', { country: '', code: '' })
