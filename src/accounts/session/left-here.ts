import { endDrafts } from '../../ui/draft.ts'
import { GATHERED, STORED_OF, VISITORS } from '../../ui/user-here.ts'
import { forget } from './session.ts'
import { loadAnew, STORED_AT } from './token.ts'
import { sayNext } from './welcome.ts'

/** The storage keys of personal data. */
const OF_PERSON = [
  'appliances',
  'cart',
  'sums',
  'quick-order',
  'list-columns',
  'for-another-appliance',
  'looked-up',
  STORED_AT,
  STORED_OF,
  VISITORS,
  GATHERED,
]

/** Removes the personal data from this browser at a logout, before somebody else uses it. */
export function leaveNothing() {
  endDrafts()
  for (const key of OF_PERSON) {
    try {
      localStorage.removeItem(key)
    } catch {
      // Without storage only the open pages hold the data.
    }
    dispatchEvent(new StorageEvent('storage', { key }))
  }
}

/** After a logout: begins a new document, here or at `path`, in which nothing is left of this one but these words. */
export function leave(words: string, path?: string) {
  // The token first: other tabs load anew once they hear of the logout.
  forget()
  leaveNothing()
  sayNext(words)
  void loadAnew(path)
  // Whoever has just pressed Logout may see their page until the next one comes.
  document.documentElement.hidden = false
}
