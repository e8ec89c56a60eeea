import { href } from 'react-router'
import { may } from '../accounts/permissions.ts'
import { useSession } from '../accounts/session/session.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Printer } from '../ui/page-icons.tsx'
import { canCancel, canPay } from './order-actions.ts'
import { OrderAgain } from './order-again.tsx'
import type { OrderPage } from './order-page-contract.ts'
import { slipPath } from './sheet-path.ts'

/** The buttons of an order: its buyer pays, cancels and prints the receipt; an admin cancels and prints the slip. */
export function OrderActs({ page, onCancel }: { page: OrderPage; onCancel: () => void }) {
  const session = useSession()
  const { number, status, own, lines } = page
  const id = lines[0]?._id ?? number
  const isPaid = status === 'paid' || status === 'delivered'
  return (
    <div className="acts">
      {own ? <OrderAgain order={{ number }} /> : null}
      {own && isPaid ? (
        <LinkButton to={href('/receipt/:id', { id })}>
          <Printer />
          Receipt
        </LinkButton>
      ) : null}
      {isPaid && may(session, 'orders.deliver') ? (
        <LinkButton to={slipPath(page)}>
          <Printer />
          Packing slip
        </LinkButton>
      ) : null}
      {canCancel({ status }) && (own || may(session, 'orders.cancelAny')) ? (
        <Button variant="bad" onClick={onCancel}>
          Cancel order
        </Button>
      ) : null}
      {own && canPay({ status }) ? (
        // Loads a whole document, because only the payment page's own headers allow Stripe.
        <a className={buttonClass({ variant: 'key' })} href={href('/dashboard/payment/:paymentId', { paymentId: id })}>
          Pay
        </a>
      ) : null}
    </div>
  )
}
