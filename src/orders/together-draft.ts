import { keepDraft, takeDraft } from '../ui/draft.ts'
import type { Undelivered } from './each-order.ts'
import type { Chosen } from './use-chosen.ts'

export const TOGETHER = 'deliver together'

/** The orders that are asked about together; a draft has the carrier as typed, and the number of each parcel. */
export type Together = { orders: Chosen[]; carrier?: string }

/** The numbers of the orders that wait no longer: those that were sent, and those of which no line is left. */
export const settledIn = ({ sent, undelivered }: { sent: Chosen[]; undelivered: Undelivered[] }) =>
  [...sent, ...undelivered.filter(({ lines }) => lines.length === 0)].map(({ number }) => number)

/** Takes these orders out of the draft; it may be of a later question, whose orders stay. */
export function dropFromDraft(numbers: string[]) {
  const draft = takeDraft<Together>(TOGETHER)
  const orders = draft?.orders.filter(({ number }) => !numbers.includes(number)) ?? []
  if (orders.length > 0) keepDraft(TOGETHER, { ...draft, orders } satisfies Together)
}

/** Asks about these orders with what a question before has left typed for them. */
export function withDraft(orders: Chosen[]): Together {
  const draft = takeDraft<Together>(TOGETHER)
  const typedOf = (number: string) => draft?.orders.find((one) => one.number === number)?.typed
  return { ...draft, orders: orders.map((order) => ({ ...order, typed: typedOf(order.number) })) }
}
