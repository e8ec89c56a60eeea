import { browserStore } from './browser-store.ts'
import { isOwn, ownerAfter } from './user-here.ts'

/**
 * A browserStore whose value belongs to the user in whose document it was written: all others have `none` until they
 * write their own. `kept` is what is stored, whosever it is.
 */
export function ownStore<T extends object>(key: string, none: T) {
  type Kept = T & { of?: string | null }
  const store = browserStore<Kept>(key, none)
  const ownOf = (kept: Kept) => (isOwn(kept.of) ? kept : none)
  return {
    read: (): T => ownOf(store.read()),
    kept: store.read,
    write: (next: T) => store.write({ ...next, of: ownerAfter(store.read().of) }),
    use: (): T => store.use(ownOf),
  }
}
