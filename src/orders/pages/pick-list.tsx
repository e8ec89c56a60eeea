import '../../ui/styles/slip.css'
import { href, Link } from 'react-router'
import { may } from '../../accounts/permissions.ts'
import { LeaveWhenOut } from '../../accounts/session/leave-when-out.tsx'
import { signedInOnly } from '../../accounts/session/require-session.ts'
import { readySession } from '../../accounts/session/session.ts'
import { sessionKept } from '../../accounts/session/session-lost.ts'
import { askAll } from '../../ask-all.ts'
import { client } from '../../client.ts'
import { pageMeta } from '../../document/meta.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { ChevronLeft } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Printer } from '../../ui/page-icons.tsx'
import { SheetSpinner } from '../../ui/sheet-spinner.tsx'
import { ProblemError } from '../../wire/problem-error.ts'
import { isToSend } from '../board-rows.ts'
import type { Order } from '../contract.ts'
import { OfPayments } from '../of-payment.tsx'
import { PickSheet } from '../pick-sheet.tsx'
import { readOrderPage } from '../read-order-page.ts'
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
    return asked ? await toSendOf(asked) : { lines: await allToSend() }
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status === 401) throw error
    return { problem: error.message }
  }
}

/** A pick list must be complete, so there is none while one of its orders cannot be read. */
async function toSendOf(numbers: string[]): Promise<View> {
  const views = await Promise.all(numbers.map(readOrderPage))
  const problem = views.find((view) => view.problem && !view.isGone)?.problem
  if (problem) return { problem }
  return { lines: views.flatMap(({ page }) => page?.lines.filter(isToSend) ?? []) }
}

const allToSend = () =>
  askAll((from) => client.allorders.$get({ query: { by: 'order', status: 'paid', limit: MOST, ...from } }))

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
      <OfPayments lines={lines} />
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
