import { ask, askWhole, client } from '../client.ts'
import { sentAgain } from '../keyed.ts'
import { browserStore } from '../ui/browser-store.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { Order } from './contract.ts'
import type { OrderPage } from './order-page-contract.ts'
import { wasSentBefore } from './sent-before.ts'

/** The carrier and the tracking number of a parcel, as typed. */
export type Sent = { carrier: string; number: string }

/** The carrier last used in this browser. */
export const lastCarrier = browserStore('lastCarrier', { carrier: '' })

/**
 * Sends lines of one order, and answers them as they were sent. A single line without a carrier uses the specification's
 * call for Deliver. Throws ProblemError when they were sent before: such a parcel is not this page's to take back.
 */
export async function sending(lines: Order[], parcel?: Sent): Promise<Order[]> {
  const ids = lines.map(({ _id }) => _id)
  const [{ _id: id, checkoutId } = { _id: '', checkoutId: '' }] = lines
  const call =
    lines.length === 1 && !parcel
      ? askWhole(client.paidorders[':id'].$patch({ param: { id } })).then((answer) => sentHere(answer).deliveredAt)
      : askWhole(
          client.checkouts[':id'].sent.$patch({ param: { id: checkoutId }, json: { ...parcel, lines: ids } }),
        ).then((answer) => sentHere(answer).sentAt)
  const deliveredAt = await orFound(call, id, (page) => parcelIn(page, ids, parcel)?.sentAt)
  return lines.map((line) => ({ ...line, deliveredAt }))
}

const BEFORE = { code: 'conflict', message: 'It was sent before, perhaps by somebody else.' }

function sentHere<T>({ data, headers }: { data: T; headers: Headers }) {
  if (wasSentBefore(headers)) throw new ProblemError(BEFORE, 409)
  return data
}

const parcelIn = ({ parcels }: OrderPage, ids: string[], { carrier, number }: Sent = { carrier: '', number: '' }) =>
  parcels.findLast(
    (one) => one.carrier === carrier && one.number === number && one.lines.join() === ids.toSorted().join(),
  )

/** Takes back the parcel in which this line was sent, and none that was sent since. */
export const takingBack = ({ _id: id, deliveredAt }: Order): Promise<unknown> =>
  orFound(
    ask(client.paidorders[':id'].$delete({ param: { id }, query: deliveredAt ? { deliveredAt } : {} })),
    id,
    ({ lines }) => lines.find(({ _id, status }) => _id === id && status === 'paid'),
  )

/** Where the answer of a call is lost, the order tells whether it was done: ten seconds later the buyer is told. */
async function orFound<T>(call: Promise<T>, id: string, find: (page: OrderPage) => T | undefined): Promise<T> {
  try {
    return await call
  } catch (error) {
    const isUnknown = error instanceof ProblemError && (error.status === 0 || error.code === 'outcome_unknown')
    if (!isUnknown) throw error
    const asked = ask(client.orders[':id'].page.$get({ param: { id } }, sentAgain))
    const found = await asked.then(find, () => undefined)
    if (found === undefined) throw error
    return found
  }
}
