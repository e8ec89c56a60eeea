import { LinkButton } from '../ui/link-button.tsx'
import { orderAgainPath } from './order-path.ts'

type OrderAgainProps = { order: { number: string }; size?: 'sm' | 'md' }

/** A link to the lines of an order as they can be bought today. */
export const OrderAgain = ({ order, size = 'md' }: OrderAgainProps) => (
  <LinkButton size={size} to={orderAgainPath(order)} aria-label={`Order again: ${order.number}`}>
    Order again
  </LinkButton>
)
