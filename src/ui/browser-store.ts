import { useSyncExternalStore } from 'react'
import { isOver, subscribe, tell } from './user-here.ts'

/** A value that this browser keeps under `key`, right across tabs; the server and a browser without one have `none`. */
export function browserStore<T extends object>(key: string, none: T) {
  let kept: T | undefined

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
  return {
    read,
    /** Where the storage is closed, the value lives as long as the page. A document that is over writes nothing. */
    write(next: T) {
      if (isOver()) return
      kept = next
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // The page goes on with what it has.
      }
      tell()
    },
    use: () => useSyncExternalStore(subscribe, read, () => none),
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
