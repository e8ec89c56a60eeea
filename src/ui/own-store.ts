import { browserStore } from './browser-store.ts'
import { isOwn, ownerHere } from './user-here.ts'

/**
 * A browserStore whose value belongs to the user in whose document it was written: another user has `none` until they
 * write their own. Without a user it is shown as it is, since a session may have ended by itself.
 */
export function ownStore<T extends object>(key: string, none: T) {
  const store = browserStore<T & { of?: string | null }>(key, none)
  const ownOf = (kept: T & { of?: string | null }): T => (isOwn(kept.of) ? kept : none)
  return {
    read: () => ownOf(store.read()),
    write: (next: T) => store.write({ ...next, of: ownerHere() }),
    use: () => ownOf(store.use()),
  }
}
