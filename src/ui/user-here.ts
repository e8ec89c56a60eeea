/** The key of the bearer token in local storage. */
export const TOKEN = 'accessToken'
/** The key of the id of the user whose token it is or was; a logout removes it. */
export const STORED_OF = 'accessTokenOf'
/** The key of the time of the last logout in this browser, which all its tabs see. */
export const LAST_LEFT = 'left'
/** The key of the ids of the users that the visitors here turned out to be, one after the other, each after a space. */
export const VISITORS = 'visitors'
/** The key that says whether the present visitor has kept anything. */
export const GATHERED = 'gathered'

/** Null on the server, and where the browser forbids storage. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A browser that forbids storage keeps nothing.
  }
}

/** The bearer token; null before a sign-in. */
export const tokenOfBrowser = () => stored(TOKEN)

/** The id of the token's user. */
export const userOfToken = () => tokenOfBrowser() && stored(STORED_OF)

export const lastLeft = () => stored(LAST_LEFT)

/** What belongs to whoever was here until now is over, in all tabs. */
export const noteLeft = () => store(LAST_LEFT, String(Date.now()))

/** The last logout when this document began. */
const begun = lastLeft()

/**
 * The first user whom the shop named, or whose token it took for a call. The document stays theirs, also once they are
 * signed out: decisions/a-document-is-one-users.md.
 */
let owner: string | undefined

/** The user whom the shop has named when it was asked who is signed in; theirs is what this document keeps. */
let known: string | undefined

const listeners = new Set<() => void>()

/** Calls back when what this document may show of somebody has changed. */
export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls the callbacks of `subscribe`. */
export function tell() {
  for (const listener of listeners) listener()
}

/** Makes this document the user's; false when it is somebody else's, as its texts and the calls under way are. */
export function ownDocument(userId: string) {
  owner ??= userId
  return owner === userId && begun === lastLeft()
}

/** As ownDocument, for the user whom the shop names: what a visitor has kept here becomes theirs. */
export function noteUser(userId: string) {
  if (!ownDocument(userId)) return false
  known = userId
  if (stored(GATHERED)) {
    store(VISITORS, `${stored(VISITORS) ?? ''} ${userId}`)
    store(GATHERED, '')
  }
  return true
}

/**
 * The places of what this document keeps in the browser: it writes to the first, the user's or else the present
 * visitor's, and what lies in the others is joined with that. A user whose session has ended has no part in what the
 * present visitor keeps.
 */
export function placesHere(): [string, ...string[]] {
  const earlier = (stored(VISITORS) ?? '').split(' ')
  const visitor = String(earlier.length)
  if (!known) return [visitor]
  const theirs = earlier.flatMap((of, place) => (of === known ? String(place) : []))
  return [known, ...theirs, ...(tokenOfBrowser() ? [visitor] : [])]
}

/** To be called when something is kept. */
export function noteKept() {
  if (!known) store(GATHERED, 'yes')
}

/** Whether the token of this browser is somebody else's than this user's: another tab may have signed them in. */
export function isTokenOfAnother(userId = owner) {
  const of = userId && userOfToken()
  return Boolean(of) && of !== userId
}

/** Whether somebody has logged out since this document began, or somebody else in. A session may also end by itself. */
export const isOver = () => begun !== lastLeft() || isTokenOfAnother()
