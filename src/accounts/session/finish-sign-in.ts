import { toastOk } from '../../ui/toast.ts'
import { isOver, tokenOfBrowser } from '../../ui/user-here.ts'
import { type Answer, unreachable } from '../../wire/form.ts'
import { refreshSession } from './session.ts'
import { loadAnew, removeToken, renewToken } from './token.ts'
import { sayNext } from './welcome.ts'

export const NO_STORAGE =
  'This browser does not let the shop keep you signed in. Allow cookies and site data, then try again.'

/**
 * The sync after any sign-in: stores the token and the user, and says these words. In a document that is over it begins
 * another at `next`, or here, which says them.
 */
export async function finishSignIn(words = '', next?: string): Promise<Answer> {
  removeToken()
  const token = await renewToken().catch(() => undefined)
  if (!token) return navigator.cookieEnabled ? unreachable : { ok: false, message: NO_STORAGE }
  if (!tokenOfBrowser()) return { ok: false, message: NO_STORAGE }
  if (isOver()) {
    if (words) sayNext(words)
    return loadAnew(next)
  }
  await refreshSession()
  if (words) toastOk(words)
  return { ok: true }
}
