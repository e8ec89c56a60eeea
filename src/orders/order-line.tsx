import { Link } from 'react-router'
import { productPath } from '../products/product-path.ts'
import { Picture } from '../ui/picture.tsx'
import type { Order } from './contract.ts'

/** The part of a line with the buyer's reference, as the first cell of a list. */
export function OrderLine({
  order,
  size = 48,
}: {
  order: Pick<Order, 'img' | 'productId' | 'productName' | 'productNumber' | 'reference'>
  size?: number
}) {
  return (
    <span className="pn">
      <Picture className="thumb" src={order.img} alt="" width={size} height={size} />
      <span>
        <Link to={productPath(order.productId)} prefetch="intent">
          {order.productName}
        </Link>
        {order.productNumber ? <span className="code">{order.productNumber}</span> : null}
        {order.reference ? <span className="hint block wrap-anywhere">{order.reference}</span> : null}
      </span>
    </span>
  )
}
