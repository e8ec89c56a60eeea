import { markSeen, placedWith, sentFroms, sentKey } from './sent-orders.ts'

/** For orders that are shown, by their numbers: those among them whose answer was lost are known to their buyer now. */
export async function seeSent(shown: string[]) {
  await Promise.all(
    sentFroms().map(async (from) => {
      const key = sentKey(from)
      const found = key && (await placedWith(key))
      if (found && shown.includes(found.number)) markSeen(from, key)
    }),
  )
}
