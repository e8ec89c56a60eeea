/** The most pieces of a line, and the highest stock and minimum order of a product. */
export const MOST_PIECES = 1_000_000
