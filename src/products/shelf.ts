/** The reasons of a stock movement that an admin may book. */
export const STOCK_REASONS = ['received', 'counted', 'damaged', 'returned'] as const

/** Which way pieces go for such a reason: 1 in, -1 out, 0 either way, for a correction. */
export const WAY_OF = { received: 1, counted: 0, damaged: -1, returned: 1 } as const

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
