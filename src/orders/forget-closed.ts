import { takePlaced } from '../carts/placing-note.ts'
import { keepDraft, takeDraft } from '../ui/draft.ts'
import { draftsOf } from '../ui/drafts-of.ts'
import { draftName, type OrderDraft } from './order-draft.ts'

type Ordered = { createdAt: string; orders: { productId: string }[] }

/** The clocks of the shop and of a browser may differ so much. */
const CLOCKS_APART_MS = 60_000

/** For a page that shows orders, newest first: what was sent before them is in doubt no more, nor is it at the till. */
export function forgetClosed(shown: Ordered[]) {
  takePlaced(shown[0]?.createdAt)
  for (const name of draftsOf('order ')) {
    const draft = takeDraft<OrderDraft>(name)
    if (!draft) continue
    const last = shown.find(({ orders }) => orders.some(({ productId }) => draftName(productId) === name))
    const isPlaced = last && Date.parse(last.createdAt) > (draft.sentAt ?? 0) - CLOCKS_APART_MS
    if (!isPlaced) keepDraft(name, draft)
    else if (!draft.isClosed) keepDraft(name, { ...draft, key: undefined })
  }
}
