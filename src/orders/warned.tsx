import { dayOf } from '../ui/format-time.ts'
import type { Order } from './contract.ts'

/** Says that Stripe has warned of the payment of an order, where it would be sent. */
export const Warned = ({ order }: { order: Order | undefined }) =>
  order?.warnedAt ? (
    <span className="my-1 block s12">
      <b className="strong">Stripe warned of this payment</b> on {dayOf(order.warnedAt)}. Look there before you send it.
    </span>
  ) : null

/** Likewise above sheets of several orders, and not on the paper that goes along. */
export const WarnedSheets = ({ lines }: { lines: Order[] }) =>
  [...new Map(lines.filter(({ warnedAt }) => warnedAt).map((line) => [line.number, line])).values()].map((order) => (
    <div key={order.number} className="desk" role="alert">
      {order.number} <Warned order={order} />
    </div>
  ))
