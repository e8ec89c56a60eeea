import { useSyncExternalStore } from 'react'

/** The localStorage key of the last logout in this browser, which all its tabs see. */
export const LAST_LEFT = 'left'

export const lastLeft = () => {
  try {
    return localStorage.getItem(LAST_LEFT)
  } catch {
    // Without storage only this tab knows that it has logged out.
    return null
  }
}

/** What belongs to whoever was here until now is over, in all tabs. */
export const noteLeft = () => localStorage.setItem(LAST_LEFT, String(Date.now()))

/** A value that this browser keeps under `key`, right across tabs; the server and a browser without one have `none`. */
export function browserStore<T extends object>(key: string, none: T) {
  const listeners = new Set<() => void>()
  let kept: T | undefined

  const tell = () => {
    for (const listener of listeners) listener()
  }
  // Another tab's writes, and what a logout takes out; where pages are made there is neither.
  globalThis.addEventListener?.('storage', ({ key: changed }) => {
    if (changed !== key && changed !== null) return
    kept = undefined
    tell()
  })
  const read = (): T => {
    kept ??= parsed(key, none)
    return kept
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  return {
    read,
    /** Where the storage is closed, the value lives as long as the page. */
    write(next: T) {
      kept = next
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // The page goes on with what it has.
      }
      tell()
    },
    use: (): T => useSyncExternalStore(subscribe, read, () => none),
  }
}

function parsed<T extends object>(key: string, none: T): T {
  try {
    const text = localStorage.getItem(key)
    return text ? { ...none, ...(JSON.parse(text) as T) } : none
  } catch {
    return none
  }
}
