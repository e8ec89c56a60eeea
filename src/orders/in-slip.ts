import { carrierOf } from './carrier.ts'
import type { Order } from './contract.ts'
import type { OrderPage } from './order-page-contract.ts'

type Line = Pick<Order, '_id' | 'status'>
type Parcel = Pick<OrderPage['parcels'][number], '_id' | 'lines' | 'carrier' | 'number'>
export type Sending<Of extends Line = Line> = { lines: Of[]; parcels: Parcel[] }

/** The lines of one packing slip: of this parcel, else the lines that wait to be sent, else all that are not refunded. */
export function inSlip<Of extends Line>({ lines: all, parcels }: Sending<Of>, parcelId: string | null) {
  const lines = all.filter(({ status }) => status !== 'refunded')
  const toSend = lines.filter(({ status }) => status === 'paid')
  const at = parcels.findIndex(({ _id }) => _id === parcelId)
  const parcel = parcels[at]
  if (parcel) {
    const which = toSend.length > 0 ? `Parcel ${at + 1}` : `Parcel ${at + 1} of ${parcels.length}`
    const inside = lines.filter(({ _id }) => parcel.lines.includes(_id))
    return { lines: inside, says: [which, carrierOf(parcel)].filter(Boolean).join(', ') }
  }
  if (toSend.length === 0 || toSend.length === lines.length) return { lines, says: '' }
  return { lines: toSend, says: `Parcel ${parcels.length + 1}` }
}
