import { isHeard } from '../orders/use-key-of-sum.ts'
import { keepDraft, takeDraft } from '../ui/draft.ts'

const PLACING = 'placing'

/**
 * Notes in this tab that an order is being placed, until the shop has said what became of it. `last` is when the order
 * before it was placed.
 */
export async function noted<T>(last: string | undefined, place: () => Promise<T>): Promise<T> {
  keepDraft(PLACING, { last })
  try {
    const placed = await place()
    takeDraft(PLACING)
    return placed
  } catch (error) {
    if (isHeard(error)) takeDraft(PLACING)
    throw error
  }
}

/**
 * Whether an order was placed of which this tab never heard, by when the last one was placed; then what was typed for it
 * goes.
 */
export function takeUnheard(last: string | undefined) {
  if (last === undefined) return false
  const unheard = takeDraft<{ last?: string }>(PLACING)
  if (unheard?.last === undefined) return false
  const isPlaced = last > unheard.last
  if (isPlaced) takeDraft('checkout')
  // It may still be on its way.
  else keepDraft(PLACING, unheard)
  return isPlaced
}
