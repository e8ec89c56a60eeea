import { href } from 'react-router'
import type { Checkout } from '../orders/checkout-contract.ts'
import { takesFocus } from '../ui/focus.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Status } from '../ui/status.tsx'

/** Replaces the card form once the order is paid. `justNow`: paid on this visit. */
export function PaidPanel({ checkout, justNow }: { checkout: Checkout; justNow: boolean }) {
  const { number: id, status, orders } = checkout
  const transactionId = orders[0]?.transactionId
  const isReturned = status === 'refund_due' || status === 'refunded'
  return (
    <section className="panel top" aria-label="Payment" tabIndex={-1} ref={justNow ? takesFocus : undefined}>
      <div className="pad form" role={justNow ? 'status' : undefined}>
        <h2 className="text-20">{isReturned ? RETURNED[status] : 'Congrats! Your payment is completed.'}</h2>
        <Status kind={status === 'refund_due' ? 'pending' : 'paid'} transactionId={transactionId ?? undefined}>
          {isReturned ? STATUS[status] : 'Paid'}
        </Status>
        {isReturned ? (
          <p className="soft s14">
            Nothing more of this order is sent. The whole sum goes back to the card; banks take up to ten days to show
            it.
          </p>
        ) : null}
      </div>
      <div className="pad flex flex-wrap gap-3">
        {isReturned ? null : (
          <LinkButton variant="ink" to={href('/receipt/:id', { id })}>
            Receipt
          </LinkButton>
        )}
        <LinkButton to={href('/dashboard/myorders')}>My Orders</LinkButton>
      </div>
    </section>
  )
}

const RETURNED = { refund_due: 'Your payment is on its way back.', refunded: 'Your payment was given back.' } as const
const STATUS = { refund_due: 'Refund under way', refunded: 'Refunded' } as const

/** The charge is made and the shop is out of reach: the buyer is not asked to pay again. */
export function ArrivedPanel({ transactionId }: { transactionId: string }) {
  return (
    <section className="panel top" aria-label="Payment" tabIndex={-1} ref={takesFocus}>
      <div className="pad form" role="status">
        <h2 className="text-20">Your payment has arrived.</h2>
        <Status kind="pending" transactionId={transactionId}>
          Being entered
        </Status>
        <p className="soft s14">The order will show it soon. You need not pay again, and may leave this page.</p>
      </div>
      <div className="pad flex flex-wrap gap-3">
        <LinkButton variant="ink" to={href('/dashboard/myorders')}>
          My Orders
        </LinkButton>
      </div>
    </section>
  )
}
