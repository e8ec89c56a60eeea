import { draftOf, keepDraft, takeDraft } from '../ui/draft.ts'

const PLACING = 'placing'

/** The Idempotency-Key of an order that is being placed, and when the one before it was placed. */
export type Note = { key: string; last?: string | undefined }

export const keepNote = (note: Note) => keepDraft(PLACING, note)

export const endNote = () => takeDraft<Note>(PLACING)

const noteHere = () => draftOf<Note>(PLACING)

/** The key of an order of which this tab never heard; with it the shop places no second one. */
export const unheardKey = () => noteHere()?.key

/**
 * Whether the order of which this tab never heard was placed, by when the last one was placed; then its key and what was
 * typed for it go. One that was not may still be on its way.
 */
export function takePlaced(last: string | undefined) {
  const before = noteHere()?.last
  const isPlaced = last !== undefined && before !== undefined && last > before
  if (isPlaced) {
    endNote()
    takeDraft('checkout')
  }
  return isPlaced
}
