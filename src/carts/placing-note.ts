import { keepDraft, takeDraft } from '../ui/draft.ts'

const PLACING = 'placing'

/** The Idempotency-Key of an order that is being placed, and when the one before it was placed. */
export type Note = { key: string; last?: string | undefined }

export const keepNote = (note: Note) => keepDraft(PLACING, note)

export const takeNote = () => takeDraft<Note>(PLACING)

/** The key of an order of which this tab never heard; with it the shop places no second one. */
export function unheardKey(): string | undefined {
  const note = takeNote()
  if (note) keepNote(note)
  return note?.key
}

/**
 * Whether the order of which this tab never heard was placed, for a cart that is empty, by when the last one was placed;
 * then what was typed for it goes.
 */
export function takePlaced(last: string | undefined) {
  const note = takeNote()
  const isPlaced = last !== undefined && note?.last !== undefined && last > note.last
  if (isPlaced) takeDraft('checkout')
  // It may still be on its way.
  else if (note) keepNote(note)
  return isPlaced
}
