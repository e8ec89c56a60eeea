import { useSyncExternalStore } from 'react'

const stores = new Map<string, () => void>()

/** Takes values out of this browser, also those whose store no page has opened yet. */
export function forgetHere(keys: string[]) {
  for (const key of keys) {
    try {
      localStorage.removeItem(key)
    } catch {
      // A browser without storage keeps nothing.
    }
    stores.get(key)?.()
  }
}

/** A value that this browser keeps under `key`, right across tabs; the server and a browser without one have `none`. */
export function browserStore<T extends object>(key: string, none: T) {
  const listeners = new Set<() => void>()
  let kept: T | undefined

  const tell = () => {
    for (const listener of listeners) listener()
  }
  const handleStorage = ({ key: changed }: StorageEvent) => {
    if (changed !== key && changed !== null) return
    kept = undefined
    tell()
  }
  const read = (): T => {
    kept ??= parsed(key, none)
    return kept
  }
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) addEventListener('storage', handleStorage)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) removeEventListener('storage', handleStorage)
    }
  }
  stores.set(key, () => {
    kept = undefined
    tell()
  })
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
