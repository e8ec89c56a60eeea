import { type ComponentType, lazy, Suspense } from 'react'
import { PageSpinner } from './page-spinner.tsx'

/** Fetched once a page is there, so that it shows also when the shop is out of reach. */
export const fetchErrorPage = () => import('./error-page.tsx')

const Late = lazy<ComponentType<{ error: unknown }>>(() => fetchErrorPage().catch(() => ({ default: Unfetched })))

export const ErrorPage = ({ error }: { error: unknown }) => (
  <Suspense fallback={<PageSpinner />}>
    <Late error={error} />
  </Suspense>
)

const Unfetched = () => (
  <div className="lost">
    <h1>No line to the shop.</h1>
  </div>
)
