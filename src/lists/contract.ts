import { z } from 'zod'
import { QuickLine } from '../carts/contract.ts'
import { CheckoutLine, MOST_VERSION } from '../orders/checkout-contract.ts'
import { MOST_LINES } from '../orders/most-lines.ts'
import { oneLine } from '../wire/typed-text.ts'

const lines = z
  .array(CheckoutLine)
  .min(1, 'A list has at least one line')
  .max(MOST_LINES, `At most ${MOST_LINES} lines`)

/** POST /lists. */
export const NewList = z.object({
  name: oneLine(80).min(1, 'Name is Required'),
  lines,
})
export type NewList = z.input<typeof NewList>

/** PUT /lists/{id}: the whole list; `version` is the one it was read with. */
export const PutList = NewList.extend({ version: z.number().int().min(0).max(MOST_VERSION) })
export type PutList = z.input<typeof PutList>

/** A line of a list and its part as it is sold now; `name` is the part's name when it was saved. */
export const ListLine = z.object({
  productId: z.uuid(),
  quantity: z.number().int(),
  reference: z.string(),
  name: z.string(),
  judged: QuickLine,
})
export type ListLine = z.infer<typeof ListLine>

export const ListSummary = z.object({
  _id: z.uuid(),
  name: z.string(),
  count: z.number().int().describe('How many lines it has'),
  changedAt: z.iso.datetime(),
  sharedAt: z.iso.datetime().nullable().describe('When its link was made'),
})
export type ListSummary = z.infer<typeof ListSummary>

export const SavedList = ListSummary.extend({ version: z.number().int(), lines: z.array(ListLine) })
export type SavedList = z.infer<typeof SavedList>

/** A list for the holders of its link. */
export const SharedList = SavedList.pick({ name: true, lines: true })
export type SharedList = z.infer<typeof SharedList>

/** The secret of a list's link, answered only when it is made. */
export const ListLink = z.object({ token: z.string() })
