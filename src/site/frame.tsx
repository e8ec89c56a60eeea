import { lazy, Suspense, useEffect } from 'react'
import { isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { useWelcome } from '../accounts/session/welcome.ts'
import { pageMeta } from '../document/meta.ts'
import { useJoinedAppliances } from '../fits/use-joined-appliances.ts'
import type { Route } from './+types/frame.ts'
import { isDashboard } from './bar-and-footer-links.ts'
import { ErrorPage, fetchErrorPage } from './late-error-page.tsx'
import { PageFrame } from './page-frame.tsx'
import { PageSpinner } from './page-spinner.tsx'
import { SideDrawerProvider } from './side-drawer-context.tsx'
import { pageOf, useAwaited } from './use-awaited.ts'
import { useVerifiedNotice } from './use-verified-notice.ts'

const loadSkeleton = () => import('./page-skeleton.tsx')
const PageSkeleton = lazy(() => loadSkeleton().catch(() => ({ default: PageSpinner })))

export const meta: Route.MetaFunction = ({ error, matches, location }) => {
  if (!error) return []
  const missing = isRouteErrorResponse(error) && error.status === 404
  return pageMeta({
    matches,
    title: missing ? 'Not found · Parts House' : 'Out of order · Parts House',
    description: missing ? 'There is no page at this address.' : 'The page could not be made.',
    path: location.pathname,
    noindex: true,
  })
}

/**
 * What was typed or opened belongs to the page of one address, or to the complaints of one model; the dashboard's own
 * frame stays under its pages.
 */
export default function Frame() {
  const { pathname } = useLocation()
  useVerifiedNotice()
  useWelcome()
  useJoinedAppliances()
  const awaited = useAwaited()
  useEffect(() => {
    loadSkeleton().catch(() => undefined)
    fetchErrorPage().catch(() => undefined)
  }, [])
  return (
    <PageFrame>
      <SideDrawerProvider>
        {awaited ? (
          <Suspense fallback={<PageSpinner />}>
            <PageSkeleton pathname={awaited} />
          </Suspense>
        ) : (
          <Outlet key={isDashboard(pathname) ? undefined : pageOf(pathname)} />
        )}
      </SideDrawerProvider>
    </PageFrame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <PageFrame>
      <ErrorPage error={error} />
    </PageFrame>
  )
}
