import { href } from 'react-router'
import { Button, buttonClass } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'
import type { Order } from './contract.ts'

/** An order as its customer sees it: a pay button, Pending..., or Paid with the transaction. */
export function CustomerStatus({ order }: { order: Order }) {
  const { status, transactionId, productName } = order
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
  if (status === 'paid') return <Status kind="pending">Pending...</Status>
  return <Settled order={order} transactionId={transactionId} />
}

type AdminStatusProps = { order: Order; pending: boolean; onDeliver: (order: Order) => void }

/** The same order as an admin sees it: Not paid, a Deliver button, or Paid with the transaction. */
export function AdminStatus({ order, pending, onDeliver }: AdminStatusProps) {
  const { status, transactionId, productName, email } = order
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
  return <Settled order={order} transactionId={transactionId} />
}

function Settled({ order: { status }, transactionId }: { order: Order; transactionId: string | null }) {
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
