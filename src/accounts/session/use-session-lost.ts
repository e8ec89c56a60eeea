import { useLocation } from 'react-router'
import { toastBad } from '../../ui/toast.ts'
import { signOutHere } from './session.ts'
import { endsSession, SESSION_OVER } from './session-lost.ts'

/**
 * For handlers: true when the error says that the session is over. It has then signed out; a protected page redirects to
 * the login page, which leads back.
 */
export function useSessionLost() {
  const location = useLocation()
  return async (error: unknown) => {
    if (!endsSession(error, location.pathname)) return false
    await signOutHere()
    toastBad(SESSION_OVER)
    return true
  }
}
