import { v4 as uuid } from 'uuid'
import { isTurnedAway, keyed } from './keyed.ts'
import { keepDraft, takeDraft } from './ui/draft.ts'

/** Whether an answer leaves open what became of a key. */
const saysNothing = (status: number) => isTurnedAway(status) || status >= 500

/** Sends a write with its key, which is kept for the same write until the shop has said what became of it. */
export const sendOnce: typeof fetch = async (input, init) => {
  const name = `made ${input} ${init?.body}`
  const key = takeDraft<string>(name) ?? uuid()
  keepDraft(name, key)
  const sent = keyed(key)
  const headers = new Headers([...new Headers(init?.headers), ...Object.entries(sent.headers)])
  const answer = await sent.fetch(input, { ...init, headers })
  // An answer may also be lost on its way after its head.
  await answer.clone().text()
  if (!saysNothing(answer.status)) takeDraft(name)
  return answer
}
