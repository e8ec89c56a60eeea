import { Link } from 'react-router'
import { dayAndTime } from '../ui/format-time.ts'
import type { Order } from './contract.ts'
import { orderPath } from './order-path.ts'

/** Which order it is, and since when: the first cell of a list. It leads to the order's page. */
export function OrderCell({ order }: { order: Order }) {
  return (
    <>
      <Link className="strong whitespace-nowrap" to={orderPath(order)} prefetch="intent">
        {order.number}
      </Link>
      <time className="block s12 soft whitespace-nowrap" dateTime={order.createdAt}>
        {dayAndTime(order.createdAt)}
      </time>
    </>
  )
}
