import { type ComponentType, lazy, Suspense } from 'react'
import { href, isRouteErrorResponse } from 'react-router'
import { BROKEN, EXCUSE } from '../document/broken-words.ts'
import { useErrorId } from '../document/error-id.ts'
import { Button } from '../ui/button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Picture } from '../ui/picture.tsx'
import { isUnreachable, ProblemError, UNREACHABLE } from '../wire/problem-error.ts'
import type { Problem } from '../wire/refusal.ts'
import { Lost } from './no-such-page.tsx'
import { PageSpinner } from './page-spinner.tsx'

/** Fetched when it is needed, with the dashboard's frame: no public page carries that. */
const AdminsOnly = lazy(() => import('./admins-only.tsx'))
const CopyButton = lazy<ComponentType<{ text: string }>>(() =>
  import('../ui/copy-button.tsx').catch(() => ({ default: () => null })),
)

const isStatus = (error: unknown, status: number) => isRouteErrorResponse(error) && error.status === status

/** Replaces a page that cannot be shown. */
export default function ErrorPage({ error }: { error: unknown }) {
  if (isStatus(error, 404)) return <Lost />
  if (isStatus(error, 403)) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <AdminsOnly />
      </Suspense>
    )
  }
  return <Broken error={error} />
}

function Broken({ error }: { error: unknown }) {
  const known = problemOf(error)
  const id = useErrorId(known?.errorId)
  return (
    <div className="lost">
      <div>
        <h1>{known?.code === 'unreachable' ? 'No line to the shop.' : BROKEN}</h1>
        <p className="soft mb-6 max-w-[44ch]">
          {id
            ? `${EXCUSE} Try again; if it stays like this, send us the error id.`
            : (known?.message ?? `${EXCUSE} Try again in a moment.`)}
        </p>
        {id ? <ErrorId id={id} /> : null}
        <div className="flex flex-wrap gap-3">
          <Button variant="key" size="lg" onClick={() => location.reload()}>
            Retry
          </Button>
          <LinkButton size="lg" to={href('/')} reloadDocument>
            Home
          </LinkButton>
        </div>
      </div>
      <Picture src="/drawings/fuse.svg" alt="A glass fuse, burnt through" width={640} height={480} priority />
    </div>
  )
}

/** The refusal of a call, also one that a loader rethrew. */
function problemOf(error: unknown): Problem | undefined {
  if (error instanceof ProblemError) return error.problem
  if (isUnreachable(error)) return UNREACHABLE
  const passedOn = isRouteErrorResponse(error) ? (error.data as Problem | null) : undefined
  return passedOn?.message ? passedOn : undefined
}

function ErrorId({ id }: { id: string }) {
  return (
    <div className="errid">
      <dl>
        <dt className="lab">Error id</dt>
        <dd className="code" data-error-id={id}>
          {id}
        </dd>
      </dl>
      <Suspense>
        <CopyButton text={id} />
      </Suspense>
    </div>
  )
}
