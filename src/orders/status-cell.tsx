import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { Button, buttonClass } from '../ui/button.tsx'
import { takesLostFocus } from '../ui/focus.ts'
import { dayOf } from '../ui/format-time.ts'
import { Status } from '../ui/status.tsx'
import type { Order, OrderStatus } from './contract.ts'
import { givenBackOf } from './given-back-of.ts'
import { OfPayment } from './of-payment.tsx'
import { TakeBack } from './take-back-button.tsx'

type CustomerStatusProps = { order: Order; lines: Order[] }

/** An order as its customer sees it: a pay button, Pending..., or Paid with the transaction. */
export function CustomerStatus({ order, lines }: CustomerStatusProps) {
  const { status, productName } = order
  if (status === 'unpaid') {
    // Loads a whole document, because only the payment page's own headers allow Stripe.
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
  const stands = status === 'paid' ? <ToSend lines={lines} /> : <Settled order={order} />
  if (!order.paid) return stands
  return (
    <span className="flex w-full flex-wrap items-baseline justify-between gap-x-3 min-[1100px]:flex-nowrap">
      {stands}
      <Link className="s14" to={href('/receipt/:id', { id: order._id })} aria-label={`Receipt for ${productName}`}>
        Receipt
      </Link>
    </span>
  )
}

/** The specification's word, and its meaning. */
function ToSend({ lines }: { lines: Order[] }) {
  const wentBack = lines.map(givenBackOf).find(Boolean)
  const sent = lines.filter(({ deleverd }) => deleverd).length
  return (
    <span>
      <Status kind="pending">Pending...</Status>
      <Meaning>{sent === 0 ? 'Paid, waiting to be sent' : `Paid, ${sent} of ${lines.length} lines are sent`}</Meaning>
      {wentBack ? <Meaning>{wentBack}</Meaning> : null}
    </span>
  )
}

/** The state of one line of several; the payment is shown with the order. */
export const LineSent = ({ line: { deliveredAt } }: { line: Order }) =>
  deliveredAt ? <span className="s12 soft">Sent on {dayOf(deliveredAt)}</span> : null

const Meaning = ({ children }: { children: ReactNode }) => (
  <span className="block s12 soft min-[1100px]:pl-[18px]">{children}</span>
)

type AdminStatusProps = {
  order: Order
  /** What Deliver sends: the part, or the number of an order of several lines. */
  name: string
  /** Whether Deliver is the next act of the page. */
  isNext: boolean
  /** A further line of the order above, which shows the transaction. */
  isJoined: boolean
  pending: boolean
  /** Absent where the row above delivers this line, too. */
  onDeliver: (() => void) | undefined
  /** Present while the delivery can be taken back. */
  onTakeBack?: ((order: Order) => void) | undefined
}

/** The status as an admin sees it: Not paid, a Deliver button, or Paid with the transaction. */
export function AdminStatus({ order, name, isNext, isJoined, pending, onDeliver, onTakeBack }: AdminStatusProps) {
  const { status, number, email } = order
  if (status === 'unpaid') return <Status kind="not">Not paid</Status>
  if (status === 'paid' && !onDeliver) return <Status kind="pending">To deliver</Status>
  if (status === 'paid') {
    return (
      <>
        <Button
          variant={isNext ? 'key' : 'plain'}
          size="sm"
          pending={pending}
          aria-label={`Deliver ${name} to ${email}`}
          onClick={onDeliver}
        >
          Deliver
        </Button>
        <OfPayment lines={[order]} />
      </>
    )
  }
  if (status === 'delivered' && onTakeBack) {
    return (
      <span className="flex flex-wrap items-center justify-between gap-3">
        <Settled order={order} isJoined={isJoined} />
        <TakeBack
          ref={takesLostFocus}
          label={`Take back the delivery of ${number}`}
          pending={pending}
          onTakeBack={() => onTakeBack(order)}
        />
      </span>
    )
  }
  return <Settled order={order} isJoined={isJoined} />
}

const SETTLED = {
  unpaid: { kind: 'not', word: 'Not paid' },
  paid: { kind: 'paid', word: 'Paid' },
  delivered: { kind: 'paid', word: 'Paid' },
  cancelled: { kind: 'not', word: 'Cancelled' },
  expired: { kind: 'not', word: 'Expired' },
  refund_due: { kind: 'pending', word: 'Refund under way' },
  refunded: { kind: 'full', word: 'Refunded' },
} as const satisfies Record<OrderStatus, object>

type SettledProps = { order: Order; isJoined?: boolean }

function Settled({ order, isJoined = false }: SettledProps) {
  const { status, deliveredAt } = order
  const { kind, word } = SETTLED[status]
  const isCharged = kind === 'paid' || kind === 'full'
  const transactionId = (isCharged && !isJoined && order.transactionId) || undefined
  const wentBack = isJoined ? undefined : givenBackOf(order)
  return (
    <span>
      <Status kind={kind} transactionId={transactionId}>
        {word}
      </Status>
      {deliveredAt ? <Meaning>Sent on {dayOf(deliveredAt)}</Meaning> : null}
      {wentBack ? <Meaning>{wentBack}</Meaning> : null}
    </span>
  )
}
