import { draftOf, keepDraft, takeDraft } from '../ui/draft.ts'
import { eachOrder, type Undelivered } from './each-order.ts'
import { readOrderPage } from './read-order-page.ts'
import type { Chosen } from './use-chosen.ts'

export const TOGETHER = 'deliver together'

/** The orders that are asked about together, with the carrier and the numbers of their parcels as a draft has kept them. */
export type Together = { orders: Chosen[]; carrier?: string }
/** The draft: what was typed, and nothing of the buyers. */
export type TogetherDraft = { orders: Pick<Chosen, 'number' | 'typed'>[]; carrier: string }

/** The numbers of the orders that wait no longer: those that were sent, and those of which no line is left. */
export const settledIn = ({ sent, undelivered }: { sent: Chosen[]; undelivered: Undelivered[] }) =>
  [...sent, ...undelivered.filter(({ lines }) => lines.length === 0)].map(({ number }) => number)

/** Takes these orders out of the draft; it may be of a later question, whose orders stay. */
export function dropFromDraft(numbers: string[]) {
  const draft = takeDraft<TogetherDraft>(TOGETHER)
  const orders = draft?.orders.filter(({ number }) => !numbers.includes(number)) ?? []
  if (draft && orders.length > 0) keepDraft(TOGETHER, { ...draft, orders } satisfies TogetherDraft)
}

/** Asks about these orders with what a question before has left typed for them; a draft of other orders stays. */
export function withDraft(orders: Chosen[]): Together {
  const draft = draftOf<TogetherDraft>(TOGETHER)
  const typedOf = new Map(draft?.orders.map(({ number, typed }) => [number, typed]))
  if (draft && orders.every(({ number }) => !typedOf.has(number))) return { orders }
  takeDraft(TOGETHER)
  return { ...draft, orders: orders.map((order) => ({ ...order, typed: typedOf.get(order.number) })) }
}

/** The orders of a draft as they wait now; one that waits no longer is left out. Throws when they cannot be read. */
export async function waitingOf({ orders }: TogetherDraft): Promise<Chosen[]> {
  const found = new Map<string, Chosen>()
  const errors = await eachOrder(orders, async ({ number, typed }) => {
    const { page, isGone, problem } = await readOrderPage(number)
    if (!page && !isGone) throw new Error(problem)
    const lines = page?.lines.filter(({ status }) => status === 'paid') ?? []
    if (lines.length > 0) found.set(number, { number, lines, typed })
  })
  for (const error of errors.values()) throw error
  return orders.flatMap(({ number }) => found.get(number) ?? [])
}
