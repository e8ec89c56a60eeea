/** The keys under which pages keep what tells of who used them. */
const OF_PERSON = ['cart', 'sums', 'quick-order', 'list-columns', 'for-another-appliance']

/** Whoever signs out leaves nothing of theirs to the next person at this browser. */
export function leaveNothing() {
  for (const key of OF_PERSON) {
    try {
      localStorage.removeItem(key)
    } catch {
      // A browser without storage keeps nothing but in its pages.
    }
    dispatchEvent(new StorageEvent('storage', { key }))
  }
}
