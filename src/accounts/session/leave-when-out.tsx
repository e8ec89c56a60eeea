import { Navigate, useLocation, useNavigation } from 'react-router'
import { wayOut } from './require-session.ts'
import { useSession } from './session.ts'

/** On a protected page: leaves for the login page, which leads back, once nobody is signed in any more. */
export function LeaveWhenOut() {
  const { status } = useSession()
  const location = useLocation()
  // A page that is still being entered finds its own way out.
  const isIdle = useNavigation().state === 'idle'
  return status === 'out' && isIdle ? <Navigate to={wayOut(location)} replace /> : null
}
