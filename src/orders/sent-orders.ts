import { ask, client } from '../client.ts'
import { draftOf, keepDraft, takeDraft } from '../ui/draft.ts'
import { draftsOf } from '../ui/drafts-of.ts'
import type { PlacedOrder } from './checkout-contract.ts'

/** Where orders are sent from: the till, or the dialog of a part. */
export type SentFrom = 'till' | `part ${string}`

/** An Idempotency-Key that was sent. `isSeen`: its order was placed, its answer lost, and a page has shown it since. */
type Sent = { key: string; isSeen?: true }

const SENT = 'sent '

/** Where something was sent from, in this tab. */
export const sentFroms = () => draftsOf(SENT).map((name) => name.slice(SENT.length) as SentFrom)

/** The key of an order of whose outcome this tab has not heard. */
export function sentKey(from: SentFrom) {
  const sent = draftOf<Sent>(SENT + from)
  return sent?.isSeen ? undefined : sent?.key
}

export const keepSent = (from: SentFrom, key: string) => keepDraft(SENT + from, { key } satisfies Sent)

/** For an order of which the tab has heard: the next one has a key of its own. */
export function endSent(from: SentFrom, key: string) {
  if (sentKey(from) === key) takeDraft(SENT + from)
}

/** For an order that was placed, and which its buyer sees now; by then another one may be in doubt. */
export function markSeen(from: SentFrom, key: string) {
  if (sentKey(from) === key) keepDraft(SENT + from, { key, isSeen: true } satisfies Sent)
}

/** Whether the order whose answer was lost was seen since; true once. */
export const takeSeen = (from: SentFrom) => sentKey(from) === undefined && takeDraft<Sent>(SENT + from) !== undefined

/** The order that was placed with a key; undefined where none was, or where it is on its way. Throws ProblemError. */
export async function placedWith(key: string): Promise<PlacedOrder | undefined> {
  const [found] = await ask(client.checkouts.placed[':key'].$get({ param: { key } }))
  return found
}

/**
 * The order that was placed from here, and whose answer was lost, with its key, which is kept until its buyer is told.
 * Throws ProblemError.
 */
export async function placedUnheard(from: SentFrom) {
  const key = sentKey(from)
  const found = key && (await placedWith(key))
  return found ? { ...found, key } : undefined
}
