import { v4 as uuid } from 'uuid'
import { keyed } from './keyed.ts'
import { keepDraft, takeDraft } from './ui/draft.ts'
import { draftsOf } from './ui/drafts-of.ts'

const SAVED_BEFORE = 'It was saved before, as it was sent first. Nothing was saved now: send it again to save another.'

/** The names of the keys of writes that are on their way in this document. */
const onTheWay = new Set<string>()

/** How many writes to one address may be on their way with a key of their own. */
const MOST = 9

/**
 * A key is of one write: another to the same address, that begins before its answer, has a key of its own. One whose
 * outcome is not known comes before a new one.
 */
function freeName(address: string) {
  const names = Array.from({ length: MOST }, (_, at) => `made ${address} ${at}`).filter((name) => !onTheWay.has(name))
  const kept = draftsOf(`made ${address} `)
  return names.find((name) => kept.includes(name)) ?? names[0] ?? `made ${address} ${MOST}`
}

/**
 * Sends a write with its key, which is kept for its address until the shop has said what became of it. A write whose key
 * has made something else before is refused in words for the person.
 */
export const sendOnce: typeof fetch = async (input, init) => {
  const name = freeName(`${input}`)
  onTheWay.add(name)
  try {
    return await sendAs(name, input, init)
  } finally {
    onTheWay.delete(name)
  }
}

async function sendAs(name: string, ...[input, init]: Parameters<typeof fetch>) {
  const key = takeDraft<string>(name) ?? uuid()
  keepDraft(name, key)
  const sent = keyed(key)
  const headers = new Headers([...new Headers(init?.headers), ...Object.entries(sent.headers)])
  const answer = await sent.fetch(input, { ...init, headers })
  // An answer may also be lost on its way after its head.
  const said = await answer.clone().text()
  const isMadeBefore = said.includes('"field":"Idempotency-Key"')
  // Any other refusal leaves the key unused, or says nothing of what it made before.
  if (answer.ok || isMadeBefore) takeDraft(name)
  if (!isMadeBefore) return answer
  return Response.json({ ...JSON.parse(said), message: SAVED_BEFORE }, { status: answer.status })
}
