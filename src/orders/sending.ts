import { ask, client } from '../client.ts'
import { browserStore } from '../ui/browser-store.ts'
import type { Order } from './contract.ts'

/** The carrier and the tracking number of a parcel, as typed. */
export type Sent = { carrier: string; number: string }

/** The carrier last used in this browser. */
export const lastCarrier = browserStore('lastCarrier', { carrier: '' })

/** Sends lines of one order. A single line without a carrier uses the specification's call for Deliver. */
export function sending(lines: Order[], parcel?: Sent): Promise<unknown> {
  const ids = lines.map(({ _id }) => _id)
  const [{ _id, checkoutId } = { _id: '', checkoutId: '' }] = lines
  if (lines.length === 1 && !parcel) return ask(client.paidorders[':id'].$patch({ param: { id: _id } }))
  return ask(client.checkouts[':id'].sent.$patch({ param: { id: checkoutId }, json: { ...parcel, lines: ids } }))
}

/** Takes back the parcel in which this line was sent. */
export const takingBack = ({ _id: id }: Order): Promise<unknown> =>
  ask(client.paidorders[':id'].$delete({ param: { id } }))
