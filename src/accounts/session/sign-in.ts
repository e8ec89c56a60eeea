import { forget, refreshSession } from './session.ts'
import { removeToken, renewToken, storeToken } from './token.ts'

/** How it went; `message` is a sentence for under the form. */
export type Answer = { ok: true } | { ok: false; message: string; field?: string; code?: string }

const NETWORK = 'The shop cannot be reached. Check your connection and try again.'
const NO_STORAGE = 'This browser does not let the shop keep you signed in. Allow cookies and site data, then try again.'
const UNKNOWN = 'That did not work. Try again in a moment.'
const OK: Answer = { ok: true }

export const signInWithPassword = (who: { email: string; password: string }) => enter('sign-in/email', who)

/** Creates the account, sends the verification mail and signs in. */
export const signUp = (who: { name: string; email: string; password: string }) => enter('sign-up/email', who)

export async function signOut(): Promise<Answer> {
  const answer = await post('sign-out', {})
  if (answer.ok) forget()
  return answer
}

export const resendVerification = (email: string) => post('send-verification-email', { email })

export const requestReset = (email: string) => post('request-password-reset', { email })

/** With the token of the mail's link; every session of that person ends. */
export async function resetPassword({ token, password }: { token: string; password: string }): Promise<Answer> {
  const answer = await post('reset-password', { token, newPassword: password })
  if (!answer.ok) return answer
  removeToken()
  await refreshSession()
  return OK
}

async function enter(path: string, who: object): Promise<Answer> {
  const answer = await post(path, who)
  return answer.ok ? finishSignIn() : answer
}

/** The sync after any sign-in: the token is kept and the page knows who is here. */
export async function finishSignIn(): Promise<Answer> {
  removeToken()
  const token = await renewToken()
  if (!token) return { ok: false, message: navigator.cookieEnabled ? NETWORK : NO_STORAGE }
  if (!storeToken(token)) return { ok: false, message: NO_STORAGE }
  await refreshSession()
  return OK
}

async function post(path: string, json: object): Promise<Answer> {
  const response = await fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  }).catch(() => undefined)
  if (!response) return { ok: false, message: NETWORK }
  if (response.ok) return OK
  const problem = (await response.json().catch(() => ({}))) as { message?: string; field?: string; code?: string }
  const { message = UNKNOWN, field, code } = problem
  return { ok: false, message: asSentence(message), ...(field && { field }), ...(code && { code }) }
}

const asSentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`)
