/** The reasons of a stock movement that an admin may book. */
export const STOCK_REASONS = ['received', 'counted', 'damaged', 'returned'] as const

/** Every reason of a movement, in words. */
export const REASON_WORDS = {
  received: 'Delivered in',
  counted: 'Counted',
  damaged: 'Broken',
  returned: 'Returned',
  initial: 'First stock',
  order: 'Ordered',
  return: 'Order ended',
} as const

/** The state of a product: for sale, sold out, or archived. */
export const SHELF_STATUSES = ['selling', 'soldout', 'archived'] as const
export type ShelfStatus = (typeof SHELF_STATUSES)[number]
