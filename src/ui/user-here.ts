/** The key of the bearer token in local storage. */
export const TOKEN = 'accessToken'
/** The key of the id of the user whose token it is or was; a logout removes it. */
export const STORED_OF = 'accessTokenOf'
/** The key of the time of the last logout in this browser, which all its tabs see. */
export const LAST_LEFT = 'left'

/** Null on the server, and where the browser forbids storage. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The bearer token; null before a sign-in. */
export const tokenOfBrowser = () => stored(TOKEN)

/** The id of the token's user. */
export const userOfToken = () => tokenOfBrowser() && stored(STORED_OF)

export const lastLeft = () => stored(LAST_LEFT)

/** What belongs to whoever was here until now is over, in all tabs. */
export const noteLeft = () => localStorage.setItem(LAST_LEFT, String(Date.now()))

/** The last logout when this document began. */
const begun = lastLeft()

/**
 * The first user whom this document showed or sent a call for. It stays theirs, also once they are signed out:
 * decisions/a-document-is-one-users.md.
 */
let owner: string | undefined

/** Whether the shop has said that nobody is signed in; it says nothing while it is asked, or is away. */
let isNobody = false

const listeners = new Set<() => void>()

/** Calls back when what this document may show of somebody has changed. */
export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function tell() {
  for (const listener of listeners) listener()
}

export function noteSession(nobody: boolean) {
  isNobody = nobody
  tell()
}

/** Makes this document the user's; false when it is somebody else's, as its texts and the calls under way are. */
export function ownDocument(userId: string) {
  owner ??= userId
  return owner === userId && begun === lastLeft()
}

/**
 * The id of the user to whom belongs what this document keeps in the browser; null for a visitor. Until the shop has said
 * who is here, the token of the browser tells.
 */
export const userHere = () => owner ?? userOfToken()

/** Whether what a visitor has left in this browser is this document's, as it is no user's whose session has ended. */
export const isVisitorsToo = () => !userHere() || !isNobody

/** Whether the token of this browser is somebody else's than this user's: another tab may have signed them in. */
export function isTokenOfAnother(userId = owner) {
  const of = userId && userOfToken()
  return Boolean(of) && of !== userId
}

/** Whether somebody has logged out since this document began, or somebody else in. A session may also end by itself. */
export const isOver = () => begun !== lastLeft() || isTokenOfAnother()
