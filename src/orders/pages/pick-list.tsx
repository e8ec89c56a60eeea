import '../../ui/styles/slip.css'
import { href, Link } from 'react-router'
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
import type { Order } from '../contract.ts'
import { PickSheet } from '../pick-sheet.tsx'
import { ordersNamed } from '../sheet-path.ts'
import type { Route } from './+types/pick-list.ts'

/** The largest page of the list's call. */
const MOST = '500'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    matches,
    title: 'Pick list · Dashboard',
    description: 'What is to be taken off the shelves, and for which order.',
    path: href('/dashboard/orders/pick-list'),
    noindex: true,
  })

export const clientMiddleware = [signedInOnly, sessionKept]

type View = { lines?: Order[]; problem?: string }

export async function clientLoader({ request }: Route.ClientLoaderArgs): Promise<View> {
  if (!may(await readySession(), 'orders.deliver')) return { problem: 'Only admins print pick lists.' }
  const asked = ordersNamed(request.url)
  try {
    const lines = await ask(client.allorders.$get({ query: { by: 'order', status: 'paid', limit: MOST } }))
    return { lines: asked ? lines.filter(({ number }) => asked.includes(number)) : lines }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status === 401) throw error
    return { problem: error.message }
  }
}

export const HydrateFallback = () => <SheetSpinner title="Pick list" />

export default function PickList({ loaderData: { lines, problem } }: Route.ComponentProps) {
  if (!lines?.length) return <NothingToPick problem={problem} />
  return (
    <div className="paper slip min-h-dvh bg-page text-ink" data-theme="light">
      <LeaveWhenOut />
      <nav className="desk" aria-label="Pick list">
        <Link className="btn" to={href('/dashboard/orders')}>
          <ChevronLeft />
          Orders
        </Link>
        <Button variant="key" onClick={() => window.print()}>
          <Printer />
          Print
        </Button>
      </nav>
      <main id="main">
        <PickSheet lines={lines} />
      </main>
    </div>
  )
}

function NothingToPick({ problem }: { problem: string | undefined }) {
  return (
    <main id="main" className="wrap pt-8">
      <h1 className="mb-4">Pick list</h1>
      {problem ? <ErrorNote what={problem} /> : <p>Nothing is paid and waiting to be sent.</p>}
      <p className="mt-4">
        <LinkButton to={href('/dashboard/orders')}>Orders</LinkButton>
      </p>
    </main>
  )
}
