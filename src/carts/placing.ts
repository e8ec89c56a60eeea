import { isHeard } from '../orders/use-key-of-sum.ts'
import { keepDraft, takeDraft } from '../ui/draft.ts'
import type { CartLine } from './contract.ts'
import { textOf } from './key-of-line.ts'

const PLACING = 'placing'

type Placing = { last: string | undefined; lines: CartLine[] }
type Note = { last?: string | undefined; lines: string[] }

const textOfLine = (line: CartLine) => textOf([line])

/**
 * Notes in this tab that an order of these lines is being placed, until the shop has said what became of it. `last` is
 * when the order before it was placed.
 */
export async function noted<T>({ last, lines }: Placing, place: () => Promise<T>): Promise<T> {
  keepDraft(PLACING, { last, lines: lines.map(textOfLine) } satisfies Note)
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
 * Whether an order was placed of which this tab never heard, by when the last one was placed and by the lines of the
 * cart, of which it takes its own; then what was typed for it goes.
 */
export function takeUnheard({ last, lines }: Placing) {
  if (last === undefined) return false
  const unheard = takeDraft<Note>(PLACING)
  if (unheard?.last === undefined) return false
  const there = new Set(lines.map(textOfLine))
  const isPlaced = last > unheard.last && !unheard.lines.every((line) => there.has(line))
  if (isPlaced) takeDraft('checkout')
  // It may still be on its way.
  else keepDraft(PLACING, unheard)
  return isPlaced
}
