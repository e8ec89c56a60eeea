import { isHeard } from '../orders/use-key-of-sum.ts'
import { keepDraft, takeDraft } from '../ui/draft.ts'

const PLACING = 'placing'

/** The Idempotency-Key of an order that is being placed, and when the one before it was placed. */
type Note = { key: string; last?: string | undefined }

/** Notes in this tab that an order is being placed, until the shop has said what became of it. */
export async function noted<T>(note: Note, place: () => Promise<T>): Promise<T> {
  keepDraft(PLACING, note)
  try {
    const placed = await place()
    takeDraft(PLACING)
    return placed
  } catch (error) {
    if (isHeard(error)) takeDraft(PLACING)
    throw error
  }
}

/** The key of an order of which this tab never heard; with it the shop places no second one. */
export function unheardKey(): string | undefined {
  const note = takeDraft<Note>(PLACING)
  if (note) keepDraft(PLACING, note)
  return note?.key
}

/**
 * Whether the order of which this tab never heard was placed, for a cart that is empty, by when the last one was placed;
 * then what was typed for it goes.
 */
export function takePlaced(last: string | undefined) {
  const note = takeDraft<Note>(PLACING)
  const isPlaced = last !== undefined && note?.last !== undefined && last > note.last
  if (isPlaced) takeDraft('checkout')
  // It may still be on its way.
  else if (note) keepDraft(PLACING, note)
  return isPlaced
}
