import { classes } from '../ui/classes.ts'
import { dayAndTime } from '../ui/format-time.ts'
import { carrierOf } from './carrier.ts'
import type { Happening, OrderPage } from './order-page-contract.ts'

type Said = { says?: string | undefined; code?: string | null | undefined }
type Station = { name: string; state: 'done' | 'now' | 'later'; told?: Said[] }

/** The stages of an order: those it has passed, the present one and those to come. */
export function OrderStages({ page }: { page: OrderPage }) {
  return (
    <ol className="track" aria-label="The way of this order">
      {stationsOf(page).map(({ name, state, told = [] }) => (
        <li key={name} className={classes(state)} aria-current={state === 'now' ? 'step' : undefined}>
          <b>{name}</b>
          {told.map(({ says, code }) => (
            <span key={`${says} ${code}`} className="block">
              {says ? <small>{says}</small> : null}
              {code ? <span className="code s12 soft wrap-anywhere">{code}</span> : null}
            </span>
          ))}
        </li>
      ))}
    </ol>
  )
}

function stationsOf(page: OrderPage): Station[] {
  const { status, lines, history } = page
  const [order] = lines
  const when = (what: Happening['what']): Said[] => {
    const last = history.findLast((one) => one.what === what)
    return last ? [{ says: dayAndTime(last.at) }] : []
  }
  const placed: Station = { name: 'Placed', state: 'done', told: when('placed') }
  const paid: Station = { name: 'Paid', state: 'done', told: [{ ...when('paid')[0], code: order?.transactionId }] }
  const held = order ? [{ says: `held until ${dayAndTime(order.expiresAt)}` }] : []
  const ends = {
    unpaid: [
      { name: 'To be paid', state: 'now', told: held },
      { name: 'Sent', state: 'later' },
    ],
    paid: [paid, ...onTheWay(page)],
    delivered: [paid, ...onTheWay(page)],
    cancelled: [{ name: 'Cancelled', state: 'now', told: when('cancelled') }],
    expired: [{ name: 'Expired', state: 'now', told: when('expired') }],
    refund_due: [paid, { name: 'Refund under way', state: 'now', told: when('refund due') }],
    refunded: [paid, ...sentOf(page), { name: 'Refunded', state: 'now', told: when('refunded') }],
  } satisfies Record<OrderPage['status'], Station[]>
  return [placed, ...ends[status]]
}

/** What was sent of an order whose charge was given back then. */
const sentOf = (page: OrderPage): Station[] =>
  page.parcels.length > 0
    ? onTheWay(page).flatMap((one) => (one.state === 'later' ? [] : { ...one, state: 'done' }))
    : []

const linesIn = (parcels: OrderPage['parcels']) => parcels.reduce((sum, parcel) => sum + parcel.lines.length, 0)

/** The stages between packing and arrival, one for each parcel. */
function onTheWay({ lines, parcels }: OrderPage): Station[] {
  const sent = parcels.map((parcel) => ({ says: dayAndTime(parcel.sentAt), code: carrierOf(parcel) }))
  const count = linesIn(parcels)
  const arrived = parcels.filter(({ arrivedAt }) => arrivedAt)
  const there = arrived.map(({ arrivedAt }) => ({ says: dayAndTime(arrivedAt ?? '') }))
  const countThere = linesIn(arrived)
  if (count === 0) {
    const waits = [{ says: 'waits at the packing bench' }]
    return [
      { name: 'To be sent', state: 'now', told: waits },
      { name: 'Arrived', state: 'later' },
    ]
  }
  const isAll = count === lines.length
  const hasArrived = isAll && there.length === parcels.length
  return [
    {
      name: isAll ? 'Sent' : `Sent, ${count} of ${lines.length} lines`,
      state: hasArrived ? 'done' : 'now',
      told: sent,
    },
    {
      name: hasArrived || countThere === 0 ? 'Arrived' : `Arrived, ${countThere} of ${lines.length} lines`,
      state: hasArrived ? 'now' : 'later',
      told: there,
    },
  ]
}
