import { Picture } from '../ui/picture.tsx'
import type { Order } from './contract.ts'

/** The part of an order, as the first cell of a list. */
export function OrderLine({
  order,
  size = 48,
}: {
  order: Pick<Order, 'img' | 'productName' | 'productNumber'>
  size?: number
}) {
  return (
    <span className="pn">
      <Picture className="thumb" src={order.img} alt="" width={size} height={size} />
      <span>
        {order.productName}
        {order.productNumber ? <span className="code">{order.productNumber}</span> : null}
      </span>
    </span>
  )
}
