import { useSyncExternalStore } from 'react'
import { browserStore } from './browser-store.ts'
import { noteKept, placesHere, subscribe } from './user-here.ts'

/**
 * A browserStore with one value for each user, in whose documents alone it is shown, and one for visitors; who has none
 * has `none`. What a visitor kept is the user's who signs in then, joined with their own.
 */
export function ownStore<T extends object>(key: string, none: T, join = (_own: T, visitors: T) => visitors) {
  const store = browserStore<Record<string, T | undefined>>(key, {})
  let last: { kept: T[]; shown: T } = { kept: [], shown: none }

  const read = () => {
    const all = store.read()
    const kept = placesHere().flatMap((place) => all[place] ?? [])
    if (kept.length !== last.kept.length || kept.some((one, at) => one !== last.kept[at])) {
      const [own = none, ...visitors] = kept.map((one) => ({ ...none, ...one }))
      last = { kept, shown: visitors.reduce(join, own) }
    }
    return last.shown
  }
  return {
    read,
    write(next: T) {
      noteKept()
      const [place, ...joined] = placesHere()
      const gone = Object.fromEntries(joined.map((one) => [one, undefined]))
      store.write({ ...store.read(), ...gone, [place]: next })
    },
    use: () => useSyncExternalStore(subscribe, read, () => none),
    /** Whosever they are. */
    all: store,
  }
}
