import type { z } from 'zod'
import type { Product } from '../products/contract.ts'
import { keepDraft, takeDraft } from '../ui/draft.ts'
import { draftsOf } from '../ui/drafts-of.ts'
import type { Delivery } from './contract.ts'

/**
 * An order that is being filled in, and the Idempotency-Key with which it was sent. `isClosed` is one whose dialog was
 * closed while it was not known what became of it.
 */
export type OrderDraft = {
  quantity: number
  where?: z.input<typeof Delivery>
  key?: string | undefined
  isClosed?: true
}

const DRAFTS = 'order '

export const draftName = (product: Product) => `${DRAFTS}${product._id}`

/** For a page that shows which orders were placed: nothing is in doubt any more. */
export function forgetClosed() {
  for (const name of draftsOf(DRAFTS)) {
    const draft = takeDraft<OrderDraft>(name)
    if (draft && !draft.isClosed) keepDraft(name, draft)
  }
}
