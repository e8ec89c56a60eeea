import type { Shop } from '../shop.ts'

/** The connections that are in use. */
export const takenOf = ({ pool, writes }: Shop) =>
  [pool, writes].reduce((sum, { totalCount, idleCount }) => sum + totalCount - idleCount, 0)
