import { data, href, Outlet, useLocation, useRevalidator } from 'react-router'
import { LeaveWhenOut } from '../accounts/session/leave-when-out.tsx'
import { signedInOnly } from '../accounts/session/require-session.ts'
import { readySession, useSession } from '../accounts/session/session.ts'
import { sessionKept } from '../accounts/session/session-lost.ts'
import { pageMeta } from '../document/meta.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { listStateOf } from '../ui/list-state.ts'
import { Spinner } from '../ui/spinner.tsx'
import { ProblemError } from '../wire/problem-error.ts'
import type { Route } from './+types/dashboard.ts'
import { DashboardFrame } from './dashboard-frame.tsx'
import { mayOpen } from './dashboard-links.ts'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { ErrorPage } from './late-error-page.tsx'
import { readWaiting } from './read-work.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta({
    matches,
    title: titleOf(listStateOf(location.search)),
    description: 'Your orders and your profile.',
    path: href('/dashboard'),
    noindex: true,
  })

/** A list says in the tab on which of its pages it is. */
const titleOf = ({ page }: { page: number }) => (page > 1 ? `Dashboard · Page ${page}` : 'Dashboard')

const permittedOnly: Route.ClientMiddlewareFunction = async ({ request }) => {
  if (!mayOpen(await readySession(), new URL(request.url).pathname)) throw data(null, { status: 403 })
}

export const clientMiddleware = [signedInOnly, sessionKept, permittedOnly]

/** Without a loader React Router would show the page before the session is known. */
export const clientLoader = async () => readWaiting(await readySession())

/** Any navigation may have changed the counts of waiting work. */
export const shouldRevalidate = () => true

export function HydrateFallback() {
  const { role } = useSession()
  const { pathname } = useLocation()
  const mayCome = role && mayOpen({ role }, pathname)
  return <DashboardFrame>{mayCome ? <DashboardSkeleton pathname={pathname} /> : <Waiting />}</DashboardFrame>
}

export default function Dashboard() {
  const { status } = useSession()
  const { pathname } = useLocation()
  return (
    <DashboardFrame>
      {status === 'in' ? <Outlet key={pathname} /> : <Waiting />}
      <LeaveWhenOut />
    </DashboardFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { revalidate, state } = useRevalidator()
  if (!(error instanceof ProblemError)) return <ErrorPage error={error} />
  return (
    <DashboardFrame>
      <h1 className="vh">Dashboard</h1>
      <ErrorNote what="The page did not load." onRetry={revalidate} pending={state === 'loading'}>
        {error.message}
      </ErrorNote>
    </DashboardFrame>
  )
}

function Waiting() {
  return (
    <div className="grid min-h-80 place-items-center">
      <Spinner />
      <noscript>
        <p>The dashboard needs JavaScript, which is switched off in your browser.</p>
      </noscript>
    </div>
  )
}
