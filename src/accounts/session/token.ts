import { isOver, isTokenOfAnother, STORED_OF, TOKEN, tokenOfBrowser } from '../../ui/user-here.ts'
import { ProblemError, UNREACHABLE } from '../../wire/problem-error.ts'

/** The key of the time when the token was stored, by this browser's clock; a logout removes it. */
export const STORED_AT = 'accessTokenAt'
/** Milliseconds; a minute less than the hour that the shop gives a token. */
const LIFE = 59 * 60_000
/** Milliseconds: pages wait to know who is here. */
const ANSWERS_WITHIN = 15_000

/** The event by which this tab learns that the identity cookie is gone. */
export const SIGNED_OUT = 'parts-house:signed-out'

/** The user of the identity cookie; undefined when there is none. Throws when the shop cannot be reached. */
export async function whoIsSignedIn() {
  const response = await fetch('/api/auth/get-session', {
    headers: { Accept: 'application/json' },
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWERS_WITHIN),
  })
  if (!response.ok) throw new ProblemError(UNREACHABLE, response.status)
  const answer = (await response.json()) as { user?: SignedIn } | null
  return answer?.user
}

type SignedIn = { id: string; email: string; name: string; image?: string | null; emailVerified: boolean }

export function storeToken(token: string, userId: string) {
  try {
    // Written before the token, because the token's storage event makes other tabs read all of them.
    localStorage.setItem(STORED_AT, String(Date.now()))
    localStorage.setItem(STORED_OF, userId)
    localStorage.setItem(TOKEN, token)
  } catch {
    // A browser that forbids storage has no token.
  }
}

let isGoing = false

/**
 * Begins another document, at `path` or here; only the first call counts. Nothing of the person before may stay on the
 * screen meanwhile. Never resolves.
 */
export function loadAnew(path?: string) {
  if (!isGoing) {
    isGoing = true
    document.documentElement.hidden = true
    if (path) location.replace(path)
    else location.reload()
  }
  return new Promise<never>(() => undefined)
}

export function removeToken() {
  try {
    localStorage.removeItem(TOKEN)
  } catch {
    // Without storage there is none.
  }
}

/** The token to send. One over an hour old is renewed first, because the browser would log its 401. */
export async function bearer(): Promise<string | null> {
  const token = tokenOfBrowser()
  return token && isOld() ? ((await renewToken()) ?? null) : token
}

/** A token without a time is sent as it is. */
function isOld() {
  const at = Number(localStorage.getItem(STORED_AT) ?? Date.now())
  return Math.abs(Date.now() - at) > LIFE
}

/** Whether an answer says nothing about the session, since the shop could not give one. */
export const isFailed = ({ status }: Response) => status === 429 || status >= 500

let renewal: Promise<string | undefined> | undefined

/**
 * A fresh token for the cookie's session; undefined when nobody is signed in. Throws when the shop cannot be reached.
 * Parallel calls share one request.
 */
export function renewToken(): Promise<string | undefined> {
  renewal ??= sync().finally(() => {
    renewal = undefined
  })
  return renewal
}

async function sync() {
  const wasOver = isOver()
  const user = await whoIsSignedIn()
  // An answer that comes after a logout, or after somebody else's login, is not about whoever is here now.
  if (!wasOver && isOver()) return loadAnew()
  if (!user) {
    removeToken()
    dispatchEvent(new Event(SIGNED_OUT))
    return undefined
  }
  const { id, email, name } = user
  if (isTokenOfAnother(id)) removeToken()
  const response = await fetch(`/api/user/${encodeURIComponent(email)}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, name }),
  })
  if (!wasOver && isOver()) return loadAnew()
  if (isFailed(response)) throw new ProblemError(UNREACHABLE, response.status)
  if (!response.ok) return undefined
  const { token } = (await response.json()) as { token: string }
  storeToken(token, id)
  return token
}
