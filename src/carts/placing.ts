import { isHeard } from '../orders/use-key-of-sum.ts'
import { endNote, keepNote, type Note } from './placing-note.ts'

/** Notes in this tab that an order is being placed, until the shop has said what became of it. */
export async function noted<T>(note: Note, place: () => Promise<T>): Promise<T> {
  keepNote(note)
  try {
    const placed = await place()
    endNote()
    return placed
  } catch (error) {
    if (isHeard(error)) endNote()
    throw error
  }
}
