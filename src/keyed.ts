import { fetchWithBearer } from './client.ts'

/** Milliseconds before each further try. */
const PAUSES = [500, 1000, 2000]
const UNAVAILABLE = 503

/**
 * The options of a write that carries an Idempotency-Key: while its outcome is not known, it is sent again with the same
 * key, at most three times. Kept apart from the client, since few pages write.
 */
export const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key }, fetch: untilAnswered })

const untilAnswered: typeof fetchWithBearer = async (input, init) => {
  for (const pause of PAUSES) {
    const response = await fetchWithBearer(input, init).catch(() => undefined)
    if (response && response.status !== UNAVAILABLE) return response
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return fetchWithBearer(input, init)
}

/** Whether an answer of this status comes before a key is looked up, and so says nothing of an earlier request. */
export const isTurnedAway = (status: number) => [401, 403, 429].includes(status)

/** The options of a write that may be sent twice: while its outcome is not known, it is sent again as well. */
export const sentAgain = { fetch: untilAnswered }
