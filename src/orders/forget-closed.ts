import { takePlaced } from '../carts/placing-note.ts'
import { draftOf, keepDraft, takeDraft } from '../ui/draft.ts'
import { draftsOf } from '../ui/drafts-of.ts'
import { draftName, type OrderDraft } from './order-draft.ts'

type Ordered = { createdAt: string; orders: { productId: string }[] }

/** The clocks of the shop and of a browser may differ so much. */
const CLOCKS_APART_MS = 60_000

/** For a page that shows orders, newest first: what was sent before them is in doubt no more, nor is it at the till. */
export function forgetClosed(shown: Ordered[]) {
  takePlaced(shown[0]?.createdAt)
  for (const name of draftsOf('order ')) {
    const draft = draftOf<OrderDraft>(name)
    const last = shown.find(({ orders }) => orders.some(({ productId }) => draftName(productId) === name))
    if (!draft || !last || Date.parse(last.createdAt) <= (draft.sentAt ?? 0) - CLOCKS_APART_MS) continue
    if (draft.isClosed) takeDraft(name)
    else keepDraft(name, { ...draft, key: undefined })
  }
}
