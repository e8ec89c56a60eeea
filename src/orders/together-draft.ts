import { takeDraft } from '../ui/draft.ts'
import type { Chosen } from './use-chosen.ts'

export const TOGETHER = 'deliver together'

/** The orders that are asked about together; a draft has the carrier as typed, and the number of each parcel. */
export type Together = { orders: Chosen[]; carrier?: string }

/** Asks about these orders with what a question before has left typed for them. */
export function withDraft(orders: Chosen[]): Together {
  const draft = takeDraft<Together>(TOGETHER)
  const typedOf = (number: string) => draft?.orders.find((one) => one.number === number)?.typed
  return { ...draft, orders: orders.map((order) => ({ ...order, typed: typedOf(order.number) })) }
}
