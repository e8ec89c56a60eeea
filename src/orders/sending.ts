import { ask, client } from '../client.ts'
import { sentAgain } from '../keyed.ts'
import { browserStore } from '../ui/browser-store.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { Order } from './contract.ts'
import type { OrderPage } from './order-page-contract.ts'

/** The carrier and the tracking number of a parcel, as typed. */
export type Sent = { carrier: string; number: string }

/** The carrier last used in this browser. */
export const lastCarrier = browserStore('lastCarrier', { carrier: '' })

/** Sends lines of one order. A single line without a carrier uses the specification's call for Deliver. */
export function sending(lines: Order[], parcel?: Sent): Promise<unknown> {
  const ids = lines.map(({ _id }) => _id)
  const [{ _id, checkoutId } = { _id: '', checkoutId: '' }] = lines
  const call =
    lines.length === 1 && !parcel
      ? ask(client.paidorders[':id'].$patch({ param: { id: _id } }))
      : ask(client.checkouts[':id'].sent.$patch({ param: { id: checkoutId }, json: { ...parcel, lines: ids } }))
  return orDone(call, _id, (page) => hasParcel(page, ids, parcel))
}

const hasParcel = ({ parcels }: OrderPage, ids: string[], { carrier, number }: Sent = { carrier: '', number: '' }) =>
  parcels.some((one) => one.carrier === carrier && one.number === number && one.lines.join() === ids.toSorted().join())

/** Takes back the parcel in which this line was sent. */
export const takingBack = ({ _id: id }: Order): Promise<unknown> =>
  orDone(ask(client.paidorders[':id'].$delete({ param: { id } })), id, ({ lines }) =>
    lines.some(({ _id, status }) => _id === id && status === 'paid'),
  )

/** Where the answer of a call is lost, the order tells whether it was done: ten seconds later the buyer is told. */
async function orDone(call: Promise<unknown>, id: string, isDone: (page: OrderPage) => boolean): Promise<void> {
  try {
    await call
  } catch (error) {
    const isUnknown = error instanceof ProblemError && (error.status === 0 || error.code === 'outcome_unknown')
    if (!isUnknown || !(await ask(client.orders[':id'].page.$get({ param: { id } }, sentAgain)).then(isDone, no))) {
      throw error
    }
  }
}

const no = () => false
