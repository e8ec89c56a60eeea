import type { MouseEvent, Ref } from 'react'
import { Link } from 'react-router'
import { dayAndTime } from '../ui/format-time.ts'
import type { Order } from './contract.ts'
import { orderPath } from './order-path.ts'

/** With `onOpen` a plain click opens the order beside the list; a click for a new tab opens its page. */
type OrderCellProps = { order: Order; onOpen?: (order: Order) => void; linkRef?: Ref<HTMLAnchorElement> }

/** The number and the date of an order: the first cell of a list, with a link to its page. */
export function OrderCell({ order, onOpen, linkRef }: OrderCellProps) {
  const handleClick = (event: MouseEvent) => {
    if (!onOpen || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(order)
  }
  return (
    <>
      <Link
        ref={linkRef}
        className="strong whitespace-nowrap"
        to={orderPath(order)}
        prefetch="intent"
        onClick={handleClick}
      >
        {order.number}
      </Link>
      <time className="block s12 soft whitespace-nowrap sm:max-[1099px]:whitespace-normal" dateTime={order.createdAt}>
        {dayAndTime(order.createdAt)}
      </time>
    </>
  )
}
