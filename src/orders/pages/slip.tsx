import '../../ui/styles/slip.css'
import { href, Link, useSearchParams } from 'react-router'
import { may } from '../../accounts/permissions.ts'
import { LeaveWhenOut } from '../../accounts/session/leave-when-out.tsx'
import { signedInOnly } from '../../accounts/session/require-session.ts'
import { readySession } from '../../accounts/session/session.ts'
import { sessionKept } from '../../accounts/session/session-lost.ts'
import { ask, client } from '../../client.ts'
import { pageMeta } from '../../document/meta.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { ChevronLeft } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Printer } from '../../ui/page-icons.tsx'
import { SheetSpinner } from '../../ui/sheet-spinner.tsx'
import { ProblemError } from '../../wire/problem-error.ts'
import { OfPayments } from '../of-payment.tsx'
import type { OrderPage } from '../order-page-contract.ts'
import { orderPath } from '../order-path.ts'
import { SlipSheet } from '../slip-sheet.tsx'
import type { Route } from './+types/slip.ts'

export const meta: Route.MetaFunction = ({ matches, params: { id } }) =>
  pageMeta({
    matches,
    title: 'Packing slip · Dashboard',
    description: 'What goes into the parcel, and where to.',
    path: href('/dashboard/orders/:id/slip', { id }),
    noindex: true,
  })

export const clientMiddleware = [signedInOnly, sessionKept]

type View = { page?: OrderPage; problem?: string }

export async function clientLoader({ params: { id } }: Route.ClientLoaderArgs): Promise<View> {
  if (!may(await readySession(), 'orders.deliver')) return { problem: 'Only admins print packing slips.' }
  try {
    return { page: await ask(client.orders[':id'].page.$get({ param: { id } })) }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status === 401) throw error
    return { problem: error.message }
  }
}

export const HydrateFallback = () => <SheetSpinner title="Packing slip" />

export default function Slip({ loaderData: { page, problem } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const isPaid = page?.status === 'paid' || page?.status === 'delivered'
  if (!page || !isPaid) return <NoSlip what={problem ?? 'Only a paid order has a packing slip.'} />
  return (
    <div className="paper slip min-h-dvh bg-page text-ink" data-theme="light">
      <LeaveWhenOut />
      <nav className="desk" aria-label="Packing slip">
        <Link className="btn" to={orderPath(page)}>
          <ChevronLeft />
          {page.number}
        </Link>
        <Button variant="key" onClick={() => window.print()}>
          <Printer />
          Print slip
        </Button>
      </nav>
      <OfPayments lines={page.lines} />
      <main id="main">
        <SlipSheet page={page} parcel={params.get('parcel')} />
      </main>
    </div>
  )
}

function NoSlip({ what }: { what: string }) {
  return (
    <main id="main" className="wrap pt-8">
      <h1 className="mb-4">Packing slip</h1>
      <ErrorNote what={what} />
      <p className="mt-4">
        <LinkButton to={href('/dashboard/myorders')}>My Orders</LinkButton>
      </p>
    </main>
  )
}
