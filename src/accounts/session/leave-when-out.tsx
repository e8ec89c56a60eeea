import { Navigate, useLocation, useNavigation } from 'react-router'
import { useSession } from './session.ts'
import { wayOut } from './session-lost.ts'

/** On a protected page: goes to the login page, which leads back, once the user is signed out. */
export function LeaveWhenOut() {
  const { status } = useSession()
  const location = useLocation()
  // A navigation that is still under way redirects by its own middleware.
  const isIdle = useNavigation().state === 'idle'
  return status === 'out' && isIdle ? <Navigate to={wayOut(location)} replace /> : null
}
