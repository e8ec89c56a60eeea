import { useLocation } from 'react-router'
import { keepDraft } from '../../ui/draft.ts'
import { toastBad } from '../../ui/toast.ts'
import { signOutHere } from './session.ts'
import { endsSession, SESSION_OVER } from './session-lost.ts'

type Draft = [name: string, values: unknown]

/**
 * For handlers: true when the error says that the session is over. It has then kept the form's draft in this tab and
 * signed out; a protected page redirects to the login page, which leads back.
 */
export function useSessionLost() {
  const location = useLocation()
  return async (error: unknown, { draft }: { draft?: Draft } = {}) => {
    if (!endsSession(error, location.pathname)) return false
    if (draft) keepDraft(...draft)
    await signOutHere()
    toastBad(SESSION_OVER)
    return true
  }
}
