import { v4 as uuid } from 'uuid'
import { isTurnedAway, keyed } from './keyed.ts'
import { keepDraft, takeDraft } from './ui/draft.ts'

/** Whether an answer leaves open what became of a key. */
const saysNothing = (status: number) => isTurnedAway(status) || status >= 500

const SAVED_BEFORE = 'It was saved before, as it was sent first. Nothing was saved now: send it again to save another.'

/**
 * Sends a write with its key, which is kept for its address until the shop has said what became of it. A write whose key
 * has made something else before is refused in words for the person.
 */
export const sendOnce: typeof fetch = async (input, init) => {
  const name = `made ${input}`
  const key = takeDraft<string>(name) ?? uuid()
  keepDraft(name, key)
  const sent = keyed(key)
  const headers = new Headers([...new Headers(init?.headers), ...Object.entries(sent.headers)])
  const answer = await sent.fetch(input, { ...init, headers })
  // An answer may also be lost on its way after its head.
  const said = await answer.clone().text()
  if (saysNothing(answer.status)) return answer
  takeDraft(name)
  if (answer.ok || !said.includes('"field":"Idempotency-Key"')) return answer
  return Response.json({ ...JSON.parse(said), message: SAVED_BEFORE }, { status: answer.status })
}
