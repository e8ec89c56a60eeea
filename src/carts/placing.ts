import { isHeard } from '../orders/use-key-of-sum.ts'
import { keepDraft, takeDraft } from '../ui/draft.ts'

const PLACING = 'placing'

/** Notes in this tab that an order is being placed, until the shop has said what became of it. */
export async function noted<T>(place: () => Promise<T>): Promise<T> {
  keepDraft(PLACING, true)
  try {
    const placed = await place()
    takeDraft(PLACING)
    return placed
  } catch (error) {
    if (isHeard(error)) takeDraft(PLACING)
    throw error
  }
}

/** Whether this tab never heard what became of an order; then the note goes, and what was typed for that order. */
export function takeUnheard() {
  const unheard = takeDraft(PLACING) === true
  if (unheard) takeDraft('checkout')
  return unheard
}
