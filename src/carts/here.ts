import { browserStore } from '../ui/browser-store.ts'

/** A line that is gathered before anybody signs in; its id makes it join an account's cart once. */
export type LineHere = { id: string; productId: string; quantity: number; reference: string; seen?: number | undefined }

/** What this browser holds for nobody yet, and how many lines the cart has that was last seen here. */
export const cartHere = browserStore<{ lines: LineHere[]; count: number }>('cart', { lines: [], count: 0 })
