import { type Answer, postJson, unreachable } from '../../wire/form.ts'
import { refreshSession } from './session.ts'
import { removeToken, renewToken, storeToken } from './token.ts'

const NO_STORAGE = 'This browser does not let the shop keep you signed in. Allow cookies and site data, then try again.'

/** Ends the session; a new document says so. */
export async function signOut(): Promise<Answer> {
  const answer = await postJson('/api/auth/sign-out', {})
  if (!answer.ok) return answer
  const { leave } = await import('./left-here.ts')
  leave('Logout Success')
  return answer
}

export const resendVerification = (email: string) => postJson('/api/auth/send-verification-email', { email })

/** The sync after any sign-in: stores the token and the user. */
export async function finishSignIn(): Promise<Answer> {
  removeToken()
  const token = await renewToken().catch(() => undefined)
  if (!token) return navigator.cookieEnabled ? unreachable : { ok: false, message: NO_STORAGE }
  if (!storeToken(token)) return { ok: false, message: NO_STORAGE }
  await refreshSession()
  return { ok: true }
}
