import { classes } from '../ui/classes.ts'
import { dayAndTime } from '../ui/format-time.ts'
import type { Happening } from './contract.ts'
import type { OrderPage } from './order-page-contract.ts'

type Station = { name: string; state: 'done' | 'now' | 'later'; says?: string | undefined; code?: string | null }

/** The way of an order: where it was, where it stands, what comes. */
export function OrderTrack({ page }: { page: OrderPage }) {
  return (
    <ol className="track" aria-label="The way of this order">
      {stationsOf(page).map(({ name, state, says, code }) => (
        <li key={name} className={classes(state)} aria-current={state === 'now' ? 'step' : undefined}>
          <b>{name}</b>
          {says ? <small>{says}</small> : null}
          {code ? <span className="code s12 soft wrap-anywhere">{code}</span> : null}
        </li>
      ))}
    </ol>
  )
}

function stationsOf({ status, lines, history }: OrderPage): Station[] {
  const [order] = lines
  const when = (what: Happening['what']) => {
    const last = history.findLast((one) => one.what === what)
    return last && dayAndTime(last.at)
  }
  const placed: Station = { name: 'Placed', state: 'done', says: when('placed') }
  const paid: Station = { name: 'Paid', state: 'done', says: when('paid'), code: order?.transactionId ?? null }
  const held = order && `held until ${dayAndTime(order.expiresAt)}`
  const ends = {
    unpaid: [
      { name: 'To be paid', state: 'now', says: held },
      { name: 'Sent', state: 'later' },
    ],
    paid: [paid, { name: 'To be sent', state: 'now', says: 'waits at the packing bench' }],
    delivered: [paid, { name: 'Sent', state: 'now', says: when('sent') }],
    cancelled: [{ name: 'Cancelled', state: 'now', says: when('cancelled') }],
    expired: [{ name: 'Expired', state: 'now', says: when('expired') }],
    refund_due: [paid, { name: 'Refund under way', state: 'now', says: when('refund due') }],
    refunded: [paid, { name: 'Refunded', state: 'now', says: when('refunded') }],
  } satisfies Record<OrderPage['status'], Station[]>
  return [placed, ...ends[status]]
}
