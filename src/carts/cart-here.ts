import { ownStore } from '../ui/own-store.ts'

/** A line gathered before the sign-in; by its id it joins an account's cart only once. */
export type LineHere = { id: string; productId: string; quantity: number; reference: string; seen?: number | undefined }

/** The lines that this browser keeps for no account yet, and the number of lines in the cart shown last. */
export const cartHere = ownStore<{ lines: LineHere[]; count: number }>('cart', { lines: [], count: 0 })
