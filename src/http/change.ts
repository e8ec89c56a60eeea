/** What a write makes out of date: the catalogue, or the stock alone. */
export type Change = 'catalogue' | 'stock'
