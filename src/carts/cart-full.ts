import { MOST_LINES } from '../orders/most-lines.ts'

export const CART_FULL = `A cart holds ${MOST_LINES} lines at most.`
