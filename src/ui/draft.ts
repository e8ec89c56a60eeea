import { isOver, isVisitorsToo, LAST_LEFT, lastLeft, noteLeft, ownDocument, userHere } from './user-here.ts'

/** `left` is the last logout before. */
type Kept = { left: string | null; value: unknown }

/** A user's drafts have their id before their name, a visitor's the name alone. */
export const draftKey = (name: string, user = userHere()) => (user ? `${user} ${name}` : name)

/**
 * Typed input, kept for this tab while the user signs in again; without storage it is dropped quietly. A document that is
 * over keeps nothing, such as one that comes out of the browser's memory only to go away.
 */
export function keepDraft(name: string, value: unknown) {
  if (isOver()) return
  try {
    sessionStorage.setItem(draftKey(name), JSON.stringify({ left: lastLeft(), value } satisfies Kept))
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
export function draftAt(key: string) {
  const { left, value } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Kept>
  return left === lastLeft() ? value : undefined
}

function takeAt(key: string) {
  const value = draftAt(key)
  sessionStorage.removeItem(key)
  return value
}

/**
 * The kept draft of this document's user, or else of a visitor, once: reading takes it away. The document becomes the
 * user's by that.
 */
export function takeDraft<T>(name: string): T | undefined {
  try {
    const user = userHere()
    const value = takeAt(draftKey(name))
    if (user && value !== undefined) ownDocument(user)
    return ((isVisitorsToo() ? takeAt(name) : undefined) ?? value) as T
  } catch {
    return undefined
  }
}
