import { draftOf, keepDraft } from '../ui/draft.ts'
import { draftsOf } from '../ui/drafts-of.ts'
import type { PlacedOrder } from './checkout-contract.ts'
import { placedWith, SENT } from './sent-orders.ts'

/** For a list of orders: those among them whose answer was lost are known to their buyer now. */
export async function seeSent(shown: PlacedOrder[]) {
  await Promise.all(
    draftsOf(SENT).map(async (name) => {
      const keyNow = () => draftOf<{ key: string }>(name)?.key
      const key = keyNow()
      const found = key && (await placedWith(key))
      // By then another order may be in doubt.
      const isSeen = found && key === keyNow() && shown.some(({ number }) => number === found.number)
      if (isSeen) keepDraft(name, { key, isSeen })
    }),
  )
}
