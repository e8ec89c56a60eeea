import type { SearchedPart } from '../products/searched-parts.ts'

/** What filters and searches compare of a part; `each` is the price of one piece in dollars. */
export type ShelfPart = Pick<
  SearchedPart,
  'id' | 'leaf' | 'category' | 'maker' | 'facts' | 'isInStock' | 'isArchived' | 'touched'
> & { each: number; document: number; row: number }

export type Counts = Map<string, number>

/** How many parts pass all filters, and how many each value would have if its own filter were left out. */
export type Tallied = {
  total: number
  inStock: number
  leaves: Counts
  makers: Counts
  prices: ArrayLike<number> & Iterable<number>
  facts: Map<string, (string | number)[]>
}
