import { useSyncExternalStore } from 'react'
import { browserStore } from './browser-store.ts'
import { isVisitorsToo, ownDocument, subscribe, userHere } from './user-here.ts'

const VISITOR = ''

/**
 * A browserStore with one value for each user, in whose documents alone it is shown, and one for visitors; who has none
 * has `none`. What a visitor kept is the next user's who signs in, joined with their own.
 */
export function ownStore<T extends object>(key: string, none: T, join = (_own: T, visitors: T) => visitors) {
  const store = browserStore<Record<string, T>>(key, {})
  let last: { all: Record<string, T>; user: string; isVisitors: boolean; shown: T } | undefined

  const read = () => {
    const all = store.read()
    const [user, isVisitors] = [userHere() ?? VISITOR, isVisitorsToo()]
    if (last?.all === all && last.user === user && last.isVisitors === isVisitors) return last.shown
    const [own, visitors] = [all[user], isVisitors ? all[VISITOR] : undefined]
    const shown = own && visitors && user !== VISITOR ? join(own, visitors) : (own ?? visitors ?? none)
    last = { all, user, isVisitors, shown }
    return shown
  }
  return {
    read,
    write(next: T) {
      const user = userHere()
      if (user) ownDocument(user)
      const { [VISITOR]: visitors, ...users } = store.read()
      const others = visitors && !isVisitorsToo() ? { ...users, [VISITOR]: visitors } : users
      store.write({ ...others, [user ?? VISITOR]: next })
    },
    use: () => useSyncExternalStore(subscribe, read, () => none),
    /** Whosever they are. */
    all: store,
  }
}
