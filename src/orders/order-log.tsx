import { EmailText } from '../accounts/email-text.tsx'
import { pieces } from '../products/per-pieces.ts'
import { formatMoney } from '../ui/format-money.ts'
import { dayAndTime } from '../ui/format-time.ts'
import type { Happening, OrderPage } from './contract.ts'

/** What became of an order, under its own heading. */
export function OrderLog({ page }: { page: OrderPage }) {
  return (
    <section className="mt-12">
      <div className="head">
        <h2>What happened</h2>
      </div>
      <Happenings page={page} className="log panel" />
    </section>
  )
}

/** What became of an order, newest first. */
export const Happenings = ({ page, className }: { page: OrderPage; className: string }) => (
  <ol className={className}>
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

/** Who it was, where the shop tells no names. */
function whoOf({ what }: Happening, { own }: OrderPage) {
  if (what === 'placed') return own ? 'You' : 'Customer'
  if (what === 'cancelled') return ''
  return what === 'paid' ? 'Card' : 'Parts House'
}

function sentenceOf({ what }: Happening, { lines, price }: OrderPage) {
  const count = lines.length === 1 ? 'one line' : `${lines.length} lines`
  const SENTENCES = {
    placed: `Placed: ${count}, ${pieces(lines.reduce((sum, { quantity }) => sum + quantity, 0))}.`,
    paid: `Paid, ${formatMoney(price)}.`,
    sent: 'Sent.',
    'taken back': 'Delivery taken back before the customer was told.',
    cancelled: 'Cancelled. Nothing was charged, and the pieces are back on the shelf.',
    expired: 'Expired: it was not paid in time, and the pieces are back on the shelf.',
    'refund due': 'The payment is on its way back.',
    refunded: 'The payment was given back.',
  } satisfies Record<Happening['what'], string>
  return SENTENCES[what]
}
