import { useSyncExternalStore } from 'react'
import { browserStore } from './browser-store.ts'
import { isVisitorsToo, ownDocument, subscribe, userHere } from './user-here.ts'

/** The visitors' place among the users. */
export const VISITOR = ''

/**
 * A browserStore with one value for each user, in whose documents alone it is shown, and one for visitors; who has none
 * has `none`. What a visitor kept is the next user's who signs in, joined with their own.
 */
export function ownStore<T extends object>(key: string, none: T, join = (_own: T, visitors: T) => visitors) {
  const store = browserStore<Record<string, T | undefined>>(key, {})
  const whole = (kept: T | undefined): T => ({ ...none, ...kept })
  let last: { own?: T | undefined; visitors?: T | undefined; shown: T } = { shown: none }

  const read = () => {
    const all = store.read()
    const own = all[userHere() ?? VISITOR]
    const visitors = isVisitorsToo() ? all[VISITOR] : undefined
    if (last.own !== own || last.visitors !== visitors) {
      const isJoined = own && visitors && own !== visitors
      last = { own, visitors, shown: isJoined ? join(whole(own), whole(visitors)) : whole(own ?? visitors) }
    }
    return last.shown
  }
  return {
    read,
    write(next: T) {
      const user = userHere()
      if (user) ownDocument(user)
      store.write({ ...store.read(), ...(isVisitorsToo() && { [VISITOR]: undefined }), [user ?? VISITOR]: next })
    },
    use: () => useSyncExternalStore(subscribe, read, () => none),
    /** Whosever they are. */
    all: store,
  }
}
