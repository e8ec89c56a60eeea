import { browserStore } from '../ui/browser-store.ts'

/** The country and the code that this browser last told, for prices, the cart and the till. */
export const factsHere = browserStore<{ country: string; code: string }>('sums', { country: '', code: '' })
