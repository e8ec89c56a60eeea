import { endDrafts } from '../../ui/draft.ts'

/** The storage keys of personal data. */
const OF_PERSON = ['appliances', 'cart', 'sums', 'quick-order', 'list-columns', 'for-another-appliance', 'looked-up']

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
