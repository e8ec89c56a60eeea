import { EmailText } from '../accounts/email-text.tsx'
import { pieces } from '../products/per-pieces.ts'
import { formatMoney } from '../ui/format-money.ts'
import { dayAndTime } from '../ui/format-time.ts'
import { carrierOf } from './carrier.ts'
import type { Order } from './contract.ts'
import { nameOf } from './name-of.ts'
import type { Happening, OrderPage } from './order-page-contract.ts'
import type { Parcel } from './parcel-contract.ts'
import { partsIn } from './parts-in.ts'

/** The history of an order, newest first, with a heading. */
export function OrderLog({ page }: { page: OrderPage }) {
  return (
    <section className="mt-12">
      <div className="head">
        <h2>What happened</h2>
      </div>
      <Happenings page={page} />
    </section>
  )
}

const Happenings = ({ page }: { page: OrderPage }) => (
  <ol className="log panel">
    {page.history.toReversed().map((one) => (
      <li key={`${one.at} ${one.what}`}>
        <time dateTime={one.at}>{dayAndTime(one.at)}</time>
        <span className="by">
          {one.by?.includes('@') ? <EmailText>{one.by}</EmailText> : (one.by ?? whoOf(one, page))}
        </span>
        <span>{sentenceOf(one, page)}</span>
      </li>
    ))}
  </ol>
)

/** The actor of an event in words, where the shop shows no name. */
export function whoOf({ what }: Happening, { own }: OrderPage) {
  if (what === 'placed') return own ? 'You' : 'Customer'
  if (what === 'warned') return 'Stripe'
  if (what === 'cancelled' || what === 'line cancelled' || what === 'arrived') return ''
  return what === 'paid' ? 'Card' : 'Parts House'
}

/** What happened, as a sentence. */
export function sentenceOf(one: Happening, page: OrderPage) {
  const { lines, gone, parcels, price } = page
  const all = [...lines, ...gone]
  const count = all.length === 1 ? 'one line' : `${all.length} lines`
  const parcel = one.sent ?? parcels.find(({ _id }) => _id === one.parcel)
  const line = gone.find(({ _id }) => _id === one.line)
  const SENTENCES = {
    placed: `Placed: ${count}, ${pieces(all.reduce((sum, { quantity }) => sum + quantity, 0))}.`,
    paid: `Paid, ${formatMoney(price)}.`,
    sent: `Sent${parcel ? inWords(parcel, lines) : ''}.`,
    'taken back': one.reason
      ? `Delivery corrected: ${one.reason}`
      : 'Delivery taken back before the customer was told.',
    arrived: `Arrived${parcel && parcel.lines.length < lines.length ? `: ${partsIn(parcel, lines)}` : ''}.`,
    'line cancelled': `Cancelled ${line ? nameOf(line) : 'a line'}. Nothing was charged for it.`,
    cancelled: 'Cancelled. Nothing was charged, and the pieces are back on the shelf.',
    expired: 'Expired: it was not paid in time, and the pieces are back on the shelf.',
    'given back in part': `Given back in all: ${formatMoney(one.givenBack ?? 0)} of ${formatMoney(price)}.`,
    warned: 'Stripe warned of the payment: it is disputed, or may be fraud.',
    'refund due': 'The payment is on its way back.',
    refunded: 'The payment was given back.',
  } satisfies Record<Happening['what'], string>
  return SENTENCES[one.what]
}

/** The carrier, and the contents of the parcel when it is not the whole order. */
function inWords(parcel: Parcel, lines: Order[]) {
  const carrier = carrierOf(parcel)
  const parts = parcel.lines.length < lines.length ? `: ${partsIn(parcel, lines)}` : ''
  return carrier ? ` with ${carrier}${parts}` : parts
}
