import { useSyncExternalStore } from 'react'
import { isOver, subscribe, tell } from './user-here.ts'

/** A value that this browser keeps under `key`, right across tabs; the server and a browser without one have `none`. */
export function browserStore<T extends object>(key: string, none: T) {
  let kept = none
  let last: string | null = null

  // Another tab's writes, and what a logout takes out; where pages are made there is neither.
  globalThis.addEventListener?.('storage', ({ key: changed }) => {
    if (changed === key || changed === null) tell()
  })
  /** What another tab has written counts before the event of it has come. */
  const read = (): T => {
    try {
      const text = localStorage.getItem(key)
      if (text !== last) {
        last = text
        kept = text ? { ...none, ...(JSON.parse(text) as T) } : none
      }
    } catch {
      // The page goes on with what it has.
    }
    return kept
  }
  return {
    read,
    /** Where the storage is closed, the value lives as long as the page. A document that is over writes nothing. */
    write(next: T) {
      if (isOver()) return
      kept = next
      try {
        const text = JSON.stringify(next)
        localStorage.setItem(key, text)
        last = text
      } catch {
        // The page goes on with what it has.
      }
      tell()
    },
    use: () => useSyncExternalStore(subscribe, read, () => none),
  }
}
