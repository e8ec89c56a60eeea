import { takePlaced } from '../carts/placing-note.ts'
import { keepDraft, takeDraft } from '../ui/draft.ts'
import { draftsOf } from '../ui/drafts-of.ts'
import { draftName, type OrderDraft } from './order-draft.ts'

type Ordered = { createdAt: string; orders: { productId: string }[] }

/** For a page that shows the last orders: of the parts in them nothing is in doubt any more, nor at the till. */
export function forgetClosed(shown: Ordered[]) {
  takePlaced(shown[0]?.createdAt)
  const names = new Set(shown.flatMap(({ orders }) => orders.map(({ productId }) => draftName(productId))))
  for (const name of draftsOf('order ')) {
    const draft = takeDraft<OrderDraft>(name)
    if (!draft) continue
    if (!names.has(name)) keepDraft(name, draft)
    else if (!draft.isClosed) keepDraft(name, { ...draft, key: undefined })
  }
}
