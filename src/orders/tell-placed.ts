import { href } from 'react-router'
import { toastOk } from '../ui/toast.ts'
import type { PlacedOrder } from './checkout-contract.ts'
import { orderPath } from './order-path.ts'

/** Tells the buyer of an order that was placed before, or of one that cannot be looked up now; answers where it is. */
export function tellPlaced(order: PlacedOrder | null): string {
  const path = order ? orderPath(order) : href('/dashboard/myorders')
  toastOk('Your order was placed before. Look at it here.', {
    link: { href: path, label: order?.number ?? 'My Orders' },
  })
  return path
}
