import { href, Link } from 'react-router'
import { LeaveWhenOut } from '../../accounts/session/leave-when-out.tsx'
import { signedInOnly } from '../../accounts/session/require-session.ts'
import { sessionKept } from '../../accounts/session/session-lost.ts'
import { pageMeta } from '../../document/meta.ts'
import type { Checkout } from '../../orders/checkout-contract.ts'
import { checkoutNamed } from '../../orders/checkout-named.ts'
import { StandInRibbon } from '../../site/stand-in-ribbon.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { ChevronLeft } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Printer } from '../../ui/page-icons.tsx'
import { SheetSpinner } from '../../ui/sheet-spinner.tsx'
import { ProblemError } from '../../wire/problem-error.ts'
import { ReceiptSheet } from '../receipt-sheet.tsx'
import type { Route } from './+types/receipt.ts'

export const meta: Route.MetaFunction = ({ matches, params: { id }, loaderData }) =>
  pageMeta({
    matches,
    title: `Receipt${loaderData?.checkout ? ` ${loaderData.checkout.number}` : ''} · Parts House`,
    description: 'What was bought, for how much, and the transaction it was paid with.',
    path: href('/receipt/:id', { id }),
    noindex: true,
  })

export const clientMiddleware = [signedInOnly, sessionKept]

export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs) {
  try {
    return { checkout: await checkoutNamed(id) }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status === 401) throw error
    return { problem: error.message }
  }
}

export const HydrateFallback = () => <SheetSpinner title="Receipt" />

/** Paper is light, whatever the theme of the page round it. */
export default function Receipt({ loaderData: { checkout, problem } }: Route.ComponentProps) {
  if (!checkout) return <NoReceipt what={problem} />
  if (checkout.status !== 'paid' && checkout.status !== 'delivered') return <NotPaid checkout={checkout} />
  return (
    <div className="paper min-h-dvh bg-page text-ink" data-theme="light">
      <LeaveWhenOut />
      <StandInRibbon />
      <nav className="desk" aria-label="Receipt">
        <Link className="btn" to={href('/dashboard/myorders')}>
          <ChevronLeft />
          My Orders
        </Link>
        <Button variant="key" onClick={() => window.print()}>
          <Printer />
          Print receipt
        </Button>
      </nav>
      <main id="main">
        <ReceiptSheet checkout={checkout} />
      </main>
    </div>
  )
}

function NotPaid({ checkout }: { checkout: Checkout }) {
  const { number: paymentId, status } = checkout
  if (status !== 'unpaid') return <NoReceipt what="The payment of this order was given back." />
  return (
    <NoReceipt what="This order is not paid yet.">
      <a className="btn key" href={href('/dashboard/payment/:paymentId', { paymentId })}>
        Pay
      </a>
    </NoReceipt>
  )
}

function NoReceipt({ what, children }: { what: string; children?: React.ReactNode }) {
  return (
    <main id="main" className="wrap pt-8">
      <h1 className="mb-4">Receipt</h1>
      <ErrorNote what={what}>A receipt is made as soon as an order is paid.</ErrorNote>
      <p className="mt-4 flex gap-3">
        {children}
        <LinkButton to={href('/dashboard/myorders')}>My Orders</LinkButton>
      </p>
    </main>
  )
}
