import { useEffect, useRef } from 'react'
import { Navigate, useLocation, useNavigation } from 'react-router'
import { useSession } from './session.ts'
import { wayOut } from './session-lost.ts'

/**
 * On a protected page: goes to the login page, which leads back, once the user is signed out, and loads the page anew
 * once somebody else is signed in.
 */
export function LeaveWhenOut() {
  const { status, user } = useSession()
  const location = useLocation()
  useReloadForAnother(user?.id)
  // A navigation that is still under way redirects by its own middleware.
  const isIdle = useNavigation().state === 'idle'
  return status === 'out' && isIdle ? <Navigate to={wayOut(location)} replace /> : null
}

/** Somebody else signed in from another tab: nothing of the first person may stay on the screen. */
function useReloadForAnother(id: string | undefined) {
  const first = useRef(id)
  useEffect(() => {
    first.current ??= id
    if (id && id !== first.current) location.reload()
  }, [id])
}
