/** Typed input, kept for this tab while the user signs in again; without storage it is dropped quietly. */
export function keepDraft(name: string, value: unknown) {
  try {
    sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    return
  }
}

/** The kept draft, once: reading takes it away. */
export function takeDraft<T>(name: string): T | undefined {
  try {
    const text = sessionStorage.getItem(name)
    sessionStorage.removeItem(name)
    return text ? (JSON.parse(text) as T) : undefined
  } catch {
    return undefined
  }
}
