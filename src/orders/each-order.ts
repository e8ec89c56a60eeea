import { ProblemError } from '../wire/problem-error.ts'
import type { Order } from './contract.ts'
import { readOrderPage } from './read-order-page.ts'
import type { Chosen } from './use-chosen.ts'

const AT_ONCE = 4

/** Makes a call for each order, so that a refusal of one keeps back no other. Answers the errors by order. */
export async function eachOrder<Of>(orders: Of[], call: (order: Of) => Promise<unknown>) {
  const errors = new Map<Of, unknown>()
  // All workers share the iterator, so each order is taken once.
  const rest = orders.values()
  const work = async () => {
    for (const order of rest) await call(order).catch((error) => errors.set(order, error))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return errors
}

/** An order that was not delivered: why, and its lines that still wait to be sent. */
export type Undelivered = Chosen & { userName: string; why: string }

export const whyNot = (error: unknown) =>
  error instanceof ProblemError ? error.message : 'Something went wrong. Try again.'

export async function undelivered({ number, lines }: Chosen, error: unknown): Promise<Undelivered> {
  const why = whyNot(error)
  const userName = lines[0]?.userName ?? ''
  const isRefused = error instanceof ProblemError && error.status === 409
  const { page } = isRefused ? await readOrderPage(number).catch(() => ({ page: undefined })) : { page: undefined }
  if (!page) return { number, lines, userName, why }
  const left = page.lines.filter(({ status }) => status === 'paid')
  return { number, lines: left, userName, why: whatHappened(page.status, { left, lines }) ?? why }
}

function whatHappened(status: Order['status'], { left, lines }: { left: Order[]; lines: Order[] }) {
  if (status === 'delivered') return 'It was delivered already.'
  if (status === 'refund_due' || status === 'refunded') return 'Its payment goes back, so it stays here.'
  if (status === 'cancelled' || status === 'expired') return 'It was cancelled.'
  return left.length < lines.length ? 'A part of it was sent already. The rest waits.' : undefined
}
