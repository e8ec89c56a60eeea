import { lastLeft, noteLeft } from '../../ui/browser-store.ts'

const KEY = 'accessToken'
/** When the token was stored, by this browser's clock. */
const STORED_AT = 'accessTokenAt'
/** The id of the user whose token it is or was; a logout removes it. */
export const STORED_OF = 'accessTokenOf'
/** Milliseconds; a minute less than the hour that the shop gives a token. */
const LIFE = 59 * 60_000

/** The event by which this tab learns that the identity cookie is gone. */
export const SIGNED_OUT = 'parts-house:signed-out'

/** The user of the identity cookie; undefined when there is none. Throws when the shop cannot be reached. */
export async function whoIsSignedIn() {
  const response = await fetch('/api/auth/get-session', { headers: { Accept: 'application/json' }, cache: 'no-store' })
  if (!response.ok) throw new Error(`get-session answered ${response.status}`)
  const answer = (await response.json()) as { user?: SignedIn } | null
  return answer?.user
}

type SignedIn = { id: string; email: string; name: string; image?: string | null; emailVerified: boolean }

/** The bearer token; null on the server, before a sign-in, and where the browser forbids storage. */
export function tokenOfBrowser(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** False when the browser forbids storage. */
export function storeToken(token: string, userId?: string): boolean {
  try {
    // Written before the token, because the token's storage event makes other tabs read all of them.
    localStorage.setItem(STORED_AT, String(Date.now()))
    const before = localStorage.getItem(STORED_OF)
    if (userId) localStorage.setItem(STORED_OF, userId)
    localStorage.setItem(KEY, token)
    // Whoever was here before did not log out: the session had ended.
    if (userId && before && before !== userId) noteLeft()
    return true
  } catch {
    return false
  }
}

/**
 * The first user whom this document showed. It stays theirs, also once they are signed out:
 * decisions/a-document-is-one-users.md.
 */
let owner: string | undefined
let leftThen: string | null

/** Makes this document the user's; false when it is somebody else's, as its texts and the calls under way are. */
export function ownDocument(userId: string) {
  if (!owner) leftThen = lastLeft()
  owner ??= userId
  return owner === userId
}

/** The id of the token's user. */
export const userOfToken = () => tokenOfBrowser() && localStorage.getItem(STORED_OF)

/** Whether the token of this browser is somebody else's than this user's: another tab may have signed them in. */
function isOfAnother(userId: string | undefined) {
  const of = userId && userOfToken()
  return Boolean(of) && of !== userId
}

export const isTokenOfAnother = () => isOfAnother(owner)

/** Whether the owner of this document has logged out since, or somebody else in. A session may also end by itself. */
export const hasOwnerLeft = () => owner !== undefined && leftThen !== lastLeft()

/**
 * Begins another document, at `path` or here. Nothing of the person before may stay on the screen meanwhile. Never resolves.
 */
export function loadAnew(path?: string) {
  document.documentElement.hidden = true
  if (path) location.replace(path)
  else location.reload()
  return new Promise<never>(() => undefined)
}

export function removeToken() {
  try {
    localStorage.removeItem(KEY)
    localStorage.removeItem(STORED_AT)
  } catch {
    // A browser without storage holds no token.
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
  const user = await whoIsSignedIn()
  if (!user) {
    removeToken()
    dispatchEvent(new Event(SIGNED_OUT))
    return undefined
  }
  const { id, email, name } = user
  if (isOfAnother(id)) removeToken()
  const response = await fetch(`/api/user/${encodeURIComponent(email)}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, name }),
  })
  if (isFailed(response)) throw new Error(`the sync answered ${response.status}`)
  if (!response.ok) return undefined
  const { token } = (await response.json()) as { token: string }
  storeToken(token, id)
  return token
}
