import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { href, useLocation } from 'react-router'
import { useSession } from '../accounts/session/session.ts'

/** Loaded only for unverified users; the layout reserves its height meanwhile. */
const UnverifiedNote = lazy<ComponentType<{ email: string }>>(() =>
  import('./unverified-note.tsx').catch(() => ({ default: () => null })),
)

/** Stands under the bar until the address is verified; the profile page says it in its own place. */
export function VerifyBanner() {
  const session = useSession()
  const { pathname } = useLocation()
  const isUnverified = session.status === 'in' && !session.user.emailVerified
  const isKnown = session.status === 'in' || session.status === 'out'
  useRememberedRoom(isKnown ? isUnverified : undefined)
  if (pathname === href('/dashboard/profile')) return null
  return (
    <div className="verifyroom">
      {isUnverified ? (
        <Suspense>
          <UnverifiedNote email={session.user.email} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The next page leaves room for the banner before it knows the session, so that nothing moves when the banner comes. */
function useRememberedRoom(isUnverified: boolean | undefined) {
  useEffect(() => {
    if (isUnverified === undefined) return
    document.documentElement.toggleAttribute('data-unverified', isUnverified)
    try {
      if (isUnverified) localStorage.setItem('unverified', 'yes')
      else localStorage.removeItem('unverified')
    } catch {
      // Without storage the page moves a little.
    }
  }, [isUnverified])
}
