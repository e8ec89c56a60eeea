import { draftOf, keepDraft } from '../ui/draft.ts'
import { draftsOf } from '../ui/drafts-of.ts'
import type { PlacedOrder } from './checkout-contract.ts'
import { placedWith, SENT } from './sent-orders.ts'

/** For a list of orders: those among them whose answer was lost are known to their buyer now. */
export async function seeSent(shown: PlacedOrder[]) {
  await Promise.all(
    draftsOf(SENT).map(async (name) => {
      const key = draftOf<{ key: string }>(name)?.key
      const found = key && (await placedWith(key))
      if (found && shown.some(({ number }) => number === found.number)) keepDraft(name, { key, isSeen: true })
    }),
  )
}
