import { isOver, LAST_LEFT, lastLeft, noteKept, noteLeft, placesHere } from './user-here.ts'

/** `left` is the last logout before. */
type Kept = { left: string | null; value: unknown }

export const draftKey = (name: string, place: string = placesHere()[0]) => `${place} ${name}`

/**
 * Typed input, kept for this tab while the user signs in again; without storage it is dropped quietly. A document that is
 * over keeps nothing, such as one that comes out of the browser's memory only to go away.
 */
export function keepDraft(name: string, value: unknown) {
  if (isOver()) return
  noteKept()
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
  noteLeft()
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

/** What a visitor typed is later than what their user did. */
function lastOf<T>(name: string, read: (key: string) => unknown): T | undefined {
  try {
    const values = placesHere().map((place) => read(draftKey(name, place)))
    return values.findLast((value) => value !== undefined) as T | undefined
  } catch {
    return undefined
  }
}

/** The kept draft, once: reading takes it away. */
export const takeDraft = <T>(name: string) => lastOf<T>(name, takeAt)

/** The kept draft, which stays. */
export const draftOf = <T>(name: string) => lastOf<T>(name, draftAt)
