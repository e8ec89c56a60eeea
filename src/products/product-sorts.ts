/** The sorts of a list of products; `-` reverses one, and `best` is for a search alone. */
export const PRODUCT_SORTS = [
  'best',
  'oldest',
  'newest',
  'name',
  '-name',
  'price',
  '-price',
  'each',
  '-each',
  'stock',
  '-stock',
] as const
