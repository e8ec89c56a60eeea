/** The sorts of a list of products; `-` reverses one. */
export const PRODUCT_SORTS = ['oldest', 'newest', 'name', '-name', 'price', '-price', 'stock', '-stock'] as const
