import { dayOf } from '../ui/format-time.ts'
import type { Order } from './contract.ts'
import { givenBackOf } from './given-back-of.ts'

type OfPaymentProps = { lines: Order[] }

/** What became of the payment of an order that whoever sends it has to know: a warning of Stripe, a part given back. */
function newsOf(lines: Order[]) {
  const toSend = lines.find(({ status }) => status === 'paid')
  return { warnedAt: toSend?.warnedAt, wentBack: lines.map(givenBackOf).find(Boolean) }
}

export const hasNews = (lines: Order[]) => Object.values(newsOf(lines)).some(Boolean)

/** This news of one order, if there is any. */
export function OfPayment({ lines }: OfPaymentProps) {
  const { warnedAt, wentBack } = newsOf(lines)
  return (
    <>
      {warnedAt ? (
        <span className="my-1 block s12">
          <b className="strong">Stripe warned of this payment</b> on {dayOf(warnedAt)}. Look there before you send it.
        </span>
      ) : null}
      {wentBack ? (
        <span className="my-1 block s12">
          <b className="strong">Paid</b>, and {wentBack}.
        </span>
      ) : null}
    </>
  )
}

/** Likewise above sheets of several orders, and not on the paper that goes along. */
export const OfPayments = ({ lines: all }: OfPaymentProps) =>
  [...Map.groupBy(all, ({ number }) => number)].map(([number, lines]) =>
    hasNews(lines) ? (
      <div key={number} className="desk" role="alert">
        {number} <OfPayment lines={lines} />
      </div>
    ) : null,
  )
