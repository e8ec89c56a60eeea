import { forgetHere } from '../../ui/browser-store.ts'

/** The keys under which pages keep what tells of who used them. */
const OF_PERSON = ['cart', 'sums', 'quick-order', 'list-columns', 'for-another-appliance']

/** Whoever signs out leaves nothing of theirs to the next person at this browser. */
export const leaveNothing = () => forgetHere(OF_PERSON)
