import { type Answer, postJson, unreachable } from '../../wire/form.ts'
import { refreshSession } from './session.ts'
import { isTokenOfAnother, loadAnew, removeToken, renewToken, storeToken } from './token.ts'

const NO_STORAGE = 'This browser does not let the shop keep you signed in. Allow cookies and site data, then try again.'

/** Ends the session; a new document says so. A document of somebody else shows who is here instead. */
export async function signOut(): Promise<Answer> {
  if (isTokenOfAnother()) return loadAnew()
  const left = await import('./left-here.ts').catch(() => undefined)
  if (!left) return unreachable
  const answer = await postJson('/api/auth/sign-out', {})
  if (!answer.ok) return answer
  left.leave('Logout Success')
  return answer
}

export const resendVerification = (email: string) => postJson('/api/auth/send-verification-email', { email })

/**
 * The sync after any sign-in: stores the token and the user. In a document of somebody else it begins another at `next`,
 * or here.
 */
export async function finishSignIn(next?: string): Promise<Answer> {
  removeToken()
  const token = await renewToken().catch(() => undefined)
  if (!token) return navigator.cookieEnabled ? unreachable : { ok: false, message: NO_STORAGE }
  if (!storeToken(token)) return { ok: false, message: NO_STORAGE }
  if (isTokenOfAnother()) return loadAnew(next)
  await refreshSession()
  return { ok: true }
}
