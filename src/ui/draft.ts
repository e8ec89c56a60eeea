import { isOver, isOwn, LAST_LEFT, lastLeft, noteLeft, ownerHere, takeAsOwn } from './user-here.ts'

/** `left` is the last logout before, and `of` the id of the user whose document it was typed in. */
type Kept = { left: string | null; of: string | null; value: unknown }

/**
 * Typed input, kept for this tab while the user signs in again; without storage it is dropped quietly. A document that is
 * over keeps nothing, such as one that comes out of the browser's memory only to go away.
 */
export function keepDraft(name: string, value: unknown) {
  if (isOver()) return
  try {
    sessionStorage.setItem(name, JSON.stringify({ left: lastLeft(), of: ownerHere(), value } satisfies Kept))
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

/**
 * The kept draft, once: reading takes it away. One from before the last logout is dropped, since a tab in the background
 * may not have heard of it, and so is that of another user; while it is not known who is here, it stays for later.
 */
export function takeDraft<T>(name: string): T | undefined {
  try {
    const { left, of, value } = JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<Kept>
    const isSince = left === lastLeft()
    if (isSince && !takeAsOwn(of) && !ownerHere()) return undefined
    sessionStorage.removeItem(name)
    return isSince && isOwn(of) ? (value as T) : undefined
  } catch {
    return undefined
  }
}
