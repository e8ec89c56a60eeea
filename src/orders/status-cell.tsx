import { href, Link } from 'react-router'
import { Button, buttonClass } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'
import type { Order } from './contract.ts'

/** An order as its customer sees it: a pay button, Pending..., or Paid with the transaction. */
export function CustomerStatus({ order }: { order: Order }) {
  const { status, productName } = order
  if (status === 'unpaid') {
    // A whole document load: only the payment page's own headers let Stripe in.
    return (
      <a
        className={buttonClass({ variant: 'key', size: 'sm' })}
        href={href('/dashboard/payment/:paymentId', { paymentId: order._id })}
        aria-label={`Pay for ${productName}`}
      >
        Pay
      </a>
    )
  }
  const stands = status === 'paid' ? <Status kind="pending">Pending...</Status> : <Settled order={order} />
  if (!order.paid) return stands
  return (
    <span className="flex w-full items-baseline justify-between gap-3">
      {stands}
      <Link className="s14" to={href('/receipt/:id', { id: order._id })} aria-label={`Receipt for ${productName}`}>
        Receipt
      </Link>
    </span>
  )
}

type AdminStatusProps = { order: Order; pending: boolean; onDeliver: (order: Order) => void }

/** The status as an admin sees it: Not paid, a Deliver button, or Paid with the transaction. */
export function AdminStatus({ order, pending, onDeliver }: AdminStatusProps) {
  const { status, productName, email } = order
  if (status === 'unpaid') return <Status kind="not">Not paid</Status>
  if (status === 'paid') {
    return (
      <Button
        variant="key"
        size="sm"
        pending={pending}
        aria-label={`Deliver ${productName} to ${email}`}
        onClick={() => onDeliver(order)}
      >
        Deliver
      </Button>
    )
  }
  return <Settled order={order} />
}

function Settled({ order: { status, transactionId } }: { order: Order }) {
  if (status === 'refund_due') return <Status kind="pending">Refund under way</Status>
  if (status === 'refunded')
    return (
      <Status kind="full" transactionId={transactionId ?? undefined}>
        Refunded
      </Status>
    )
  return (
    <Status kind="paid" transactionId={transactionId ?? undefined}>
      Paid
    </Status>
  )
}
