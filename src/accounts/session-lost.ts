import { href, useLocation, useNavigate } from 'react-router'
import { keepDraft } from '../ui/draft.ts'
import { toastBad } from '../ui/toast.ts'
import { endsSession, SESSION_OVER, wayOut } from './require-session.ts'
import { signOutHere } from './session.ts'

type Draft = [name: string, values: unknown]

/**
 * For handlers: true when the error says that the session is over. Then it has kept the draft in this tab, signed out
 * and left for the login page, which leads back here.
 */
export function useSessionLost() {
  const navigate = useNavigate()
  const location = useLocation()
  return async (error: unknown, { draft }: { draft?: Draft } = {}) => {
    if (!endsSession(error, location.pathname)) return false
    if (draft) keepDraft(...draft)
    await signOutHere()
    toastBad(SESSION_OVER)
    // A page of the dashboard leaves by itself once nobody is signed in; leaving twice would break off the first way.
    if (!location.pathname.startsWith(href('/dashboard'))) await navigate(wayOut(location), { replace: true })
    return true
  }
}
