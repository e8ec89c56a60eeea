/** The most lines of one checkout. It stands apart from the contract, which brings zod with it, for the browser. */
export const MOST_LINES = 500
