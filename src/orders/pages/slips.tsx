import '../../ui/styles/slip.css'
import { href, Link } from 'react-router'
import { may } from '../../accounts/permissions.ts'
import { LeaveWhenOut } from '../../accounts/session/leave-when-out.tsx'
import { signedInOnly } from '../../accounts/session/require-session.ts'
import { readySession } from '../../accounts/session/session.ts'
import { sessionKept } from '../../accounts/session/session-lost.ts'
import { pageMeta } from '../../document/meta.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { ChevronLeft } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Printer } from '../../ui/page-icons.tsx'
import { SheetSpinner } from '../../ui/sheet-spinner.tsx'
import { OfPayments } from '../of-payment.tsx'
import type { OrderPage } from '../order-page-contract.ts'
import { readOrderPage } from '../read-order-page.ts'
import { ordersNamed } from '../sheet-path.ts'
import { SlipSheet } from '../slip-sheet.tsx'
import type { Route } from './+types/slips.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Packing slips · Dashboard',
    description: 'What goes into each parcel, and where to.',
    path: href('/dashboard/orders/slips'),
    noindex: true,
  })

export const clientMiddleware = [signedInOnly, sessionKept]

type View = { pages: OrderPage[]; problems: string[] }

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<View> {
  if (!may(await readySession(), 'orders.deliver')) {
    return { pages: [], problems: ['Only admins print packing slips.'] }
  }
  const numbers = ordersNamed(request.url) ?? []
  const views = await Promise.all(numbers.map(async (number) => ({ number, ...(await readOrderPage(number)) })))
  const hasSlip = ({ page }: { page?: OrderPage }) => page?.status === 'paid' || page?.status === 'delivered'
  return {
    pages: views.filter(hasSlip).flatMap(({ page }) => page ?? []),
    problems: views
      .filter((view) => !hasSlip(view))
      .map(({ number, problem }) => `${number} has no slip. ${problem ?? 'Only a paid order has one.'}`),
  }
}

export const HydrateFallback = () => <SheetSpinner title="Packing slips" />

export default function Slips({ loaderData: { pages, problems } }: Route.ComponentProps) {
  if (pages.length === 0) return <NoSlips problems={problems} />
  return (
    <div className="paper slip min-h-dvh bg-page text-ink" data-theme="light">
      <LeaveWhenOut />
      <nav className="desk" aria-label="Packing slips">
        <Link className="btn" to={href('/dashboard/orders')}>
          <ChevronLeft />
          Orders
        </Link>
        <Button variant="key" onClick={() => window.print()}>
          <Printer />
          {pages.length === 1 ? 'Print slip' : `Print ${pages.length} slips`}
        </Button>
      </nav>
      {problems.map((problem) => (
        <p key={problem} className="desk" role="alert">
          {problem}
        </p>
      ))}
      <OfPayments lines={pages.flatMap(({ lines }) => lines)} />
      <main id="main">
        {pages.map((page) => (
          <SlipSheet key={page.number} page={page} parcel={null} />
        ))}
      </main>
    </div>
  )
}

const NoSlips = ({ problems }: { problems: string[] }) => (
  <main id="main" className="wrap pt-8">
    <h1 className="mb-4">Packing slips</h1>
    <ErrorNote what={problems.join(' ') || 'No order is chosen.'} />
    <p className="mt-4">
      <LinkButton to={href('/dashboard/orders')}>Orders</LinkButton>
    </p>
  </main>
)
