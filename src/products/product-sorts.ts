/** The orders a list of products comes in; `-` turns one round. */
export const PRODUCT_SORTS = ['oldest', 'newest', 'name', '-name', 'price', '-price', 'stock', '-stock'] as const
