import { LAST_LEFT, lastLeft, noteLeft } from './browser-store.ts'

type Kept = { left: string | null; value: unknown }

/**
 * Typed input, kept for this tab while the user signs in again; without storage it is dropped quietly. `left` is the last
 * logout when it was begun: one that comes out of the browser's memory only to go away has not heard of later ones.
 */
export function keepDraft(name: string, value: unknown, left = lastLeft()) {
  try {
    sessionStorage.setItem(name, JSON.stringify({ left, value } satisfies Kept))
  } catch {
    return
  }
}

let areOver = false

function forgetHere() {
  areOver = true
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

/** Whether drafts have ended since the last form began. */
export const draftsAreOver = () => areOver

/**
 * The kept draft, once: reading takes it away. One from before the last logout is dropped, since a tab in the background
 * may not have heard of it.
 */
export function takeDraft<T>(name: string): T | undefined {
  areOver = false
  try {
    const kept = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Kept | null
    sessionStorage.removeItem(name)
    return kept?.left === lastLeft() ? (kept?.value as T) : undefined
  } catch {
    return undefined
  }
}
