import { draftsOf } from '../ui/drafts-of.ts'
import { placedWith } from './placed-before.ts'
import { markSeen, SENT, type SentFrom, sentKey } from './sent-orders.ts'

/** For orders that are shown, by their numbers: those among them whose answer was lost are known to their buyer now. */
export async function seeSent(shown: string[]) {
  await Promise.all(
    draftsOf(SENT).map(async (name) => {
      const from = name.slice(SENT.length) as SentFrom
      const key = sentKey(from)
      const found = key && (await placedWith(key))
      if (found && shown.includes(found.number)) markSeen(from, key)
    }),
  )
}
