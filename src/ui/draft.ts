import { isOver, isVisitorsToo, LAST_LEFT, lastLeft, noteLeft, ownDocument, userHere } from './user-here.ts'

/** `left` is the last logout before. */
type Kept = { left: string | null; value: unknown }

/** A user's drafts have their id before their name, a visitor's the name alone. */
const keyOf = (name: string, user = userHere()) => (user ? `${user} ${name}` : name)

/**
 * Typed input, kept for this tab while the user signs in again; without storage it is dropped quietly. A document that is
 * over keeps nothing, such as one that comes out of the browser's memory only to go away.
 */
export function keepDraft(name: string, value: unknown) {
  if (isOver()) return
  try {
    sessionStorage.setItem(keyOf(name), JSON.stringify({ left: lastLeft(), value } satisfies Kept))
  } catch {
    return
  }
}

function forgetHere() {
  try {
    sessionStorage.clear()
  } catch {
    // Without storage nothing was kept.
  }
}

globalThis.addEventListener?.('storage', ({ key, newValue }) => {
  if (key === LAST_LEFT && newValue !== null) forgetHere()
})

/** Forgets what was typed in every tab of this browser, also what a form that still goes away would keep. */
export function endDrafts() {
  forgetHere()
  try {
    noteLeft()
  } catch {
    return
  }
}

/** One from before the last logout is none, since a tab in the background may not have heard of it. */
function valueAt(key: string) {
  const { left, value } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Kept>
  return left === lastLeft() ? value : undefined
}

/**
 * The kept draft of this document's user, or else of a visitor, once: reading takes it away. The document becomes the
 * user's by that.
 */
export function takeDraft<T>(name: string): T | undefined {
  try {
    const own = keyOf(name)
    const [value, user] = [valueAt(own), userHere()]
    sessionStorage.removeItem(own)
    if (user && value !== undefined) ownDocument(user)
    if (!isVisitorsToo()) return value as T
    const visitors = valueAt(name)
    sessionStorage.removeItem(name)
    return (visitors ?? value) as T
  } catch {
    return undefined
  }
}

/** The names of the user's drafts that begin with this. */
export function draftsOf(begins: string): string[] {
  try {
    const [begun, id] = [keyOf(begins), keyOf('')]
    return Object.keys(sessionStorage).flatMap((key) =>
      key.startsWith(begun) && valueAt(key) !== undefined ? key.slice(id.length) : [],
    )
  } catch {
    return []
  }
}
