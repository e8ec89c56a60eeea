import { keepDraft, takeDraft } from '../ui/draft.ts'
import { draftsOf } from '../ui/drafts-of.ts'
import type { OrderDraft } from './order-draft.ts'

/** For a page that shows which orders were placed: nothing is in doubt any more. */
export function forgetClosed() {
  for (const name of draftsOf('order ')) {
    const draft = takeDraft<OrderDraft>(name)
    if (draft && !draft.isClosed) keepDraft(name, draft)
  }
}
