import { draftOf, keepDraft, takeDraft } from '../ui/draft.ts'

/** Where orders are sent from: the till, or the dialog of a part. */
export type SentFrom = 'till' | `part ${string}`

/** An Idempotency-Key that was sent. `isSeen`: its order was placed, its answer lost, and a page has shown it since. */
type Sent = { key: string; isSeen?: true }

/** What the names of these drafts begin with. */
export const SENT = 'sent '

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
