/** Why pieces come or go other than by an order, as an admin may book them. */
export const STOCK_REASONS = ['received', 'counted', 'damaged', 'returned'] as const

/** Every reason of a movement, as people say it. */
export const REASON_WORDS = {
  received: 'Delivered in',
  counted: 'Counted',
  damaged: 'Broken',
  returned: 'Returned',
  initial: 'First stock',
  order: 'Ordered',
  return: 'Order ended',
} as const

/** Where a product stands: for sale, for sale without a piece left, or taken out of the shop. */
export const SHELF_STATUSES = ['selling', 'soldout', 'archived'] as const
