/** Typed input, kept for this tab while the user signs in again; without storage it is dropped quietly. */
export function keepDraft(name: string, value: unknown) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    return
  }
}

let areOver = false

/** Forgets what was typed in this tab, also what a form that still goes away would keep. */
export function endDrafts() {
  areOver = true
  try {
    sessionStorage.clear()
  } catch {
    // Without storage nothing was kept.
  }
}

/** Whether drafts have ended since the last form began. */
export const draftsAreOver = () => areOver

/** The kept draft, once: reading takes it away. */
export function takeDraft<T>(name: string): T | undefined {
  areOver = false
  try {
    const text = sessionStorage.getItem(name)
    sessionStorage.removeItem(name)
    return text ? (JSON.parse(text) as T) : undefined
  } catch {
    return undefined
  }
}
