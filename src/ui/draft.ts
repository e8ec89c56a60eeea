import { LAST_LEFT } from './browser-store.ts'

type Kept = { left: string | null; value: unknown }

const lastLeft = () => {
  try {
    return localStorage.getItem(LAST_LEFT)
  } catch {
    // Without storage only this tab knows that it has logged out.
    return null
  }
}

/** Typed input, kept for this tab while the user signs in again; without storage it is dropped quietly. */
export function keepDraft(name: string, value: unknown) {
  try {
    sessionStorage.setItem(name, JSON.stringify({ left: lastLeft(), value } satisfies Kept))
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
    localStorage.setItem(LAST_LEFT, String(Date.now()))
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
