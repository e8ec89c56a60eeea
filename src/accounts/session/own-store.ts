import { browserStore } from '../../ui/browser-store.ts'
import { userOfToken } from './token.ts'

/**
 * A browserStore whose value belongs to the user who was signed in when it was written: another user has `none` until they
 * write their own. Without a user it is shown as it is, since a session may have ended by itself.
 */
export function ownStore<T extends object>(key: string, none: T) {
  const store = browserStore<T & { of?: string | null }>(key, none)
  const ownOf = (kept: T & { of?: string | null }): T => {
    const user = userOfToken()
    return kept.of && user && kept.of !== user ? none : kept
  }
  return {
    read: () => ownOf(store.read()),
    write: (next: T) => store.write({ ...next, of: userOfToken() }),
    use: () => ownOf(store.use()),
  }
}
