import { ownStore } from '../ui/own-store.ts'

/** A line gathered before the sign-in; by its id it joins an account's cart only once. */
export type LineHere = { id: string; productId: string; quantity: number; reference: string; seen?: number | undefined }

type CartHere = { lines: LineHere[]; count: number }

/** The lines that this browser keeps for no account yet, and the number of lines in the cart shown last. */
export const cartHere = ownStore<CartHere>('cart', { lines: [], count: 0 }, (own, visitors) => ({
  lines: [...own.lines, ...visitors.lines],
  count: own.count + visitors.count,
}))
