import { useRef } from 'react'
import { v4 as uuid } from 'uuid'
import { isTurnedAway } from '../keyed.ts'
import { isMadeBefore, isRefused, ProblemError } from '../wire/problem-error.ts'
import type { PlacedOrder } from './checkout-contract.ts'
import { placedWith } from './placed-before.ts'
import { endSent, keepSent, type SentFrom, sentKey } from './sent-orders.ts'

/**
 * `isAgain`: an earlier request with the key may have placed the order. `before`: another order than the one that was sent
 * now was placed before; null where the shop could not be asked which.
 */
type Sent<T> = { answer: T; isAgain: boolean } | { before: PlacedOrder | null }

/**
 * Sends an order once: a double click, or a retry after a lost answer, has the Idempotency-Key of the first, until this tab
 * has heard what became of it. So has an order with other lines, and one of a form that was opened anew: the shop places no
 * second one. `renew` is for the next order of a page that outlives the first.
 */
export function useSending(from: SentFrom) {
  const own = useRef<string>(undefined)
  const renew = () => {
    own.current = undefined
  }
  const sending = async <T>(send: (key: string) => Promise<T>): Promise<Sent<T>> => {
    const before = sentKey(from) ?? own.current
    const key = before ?? uuid()
    own.current = key
    keepSent(from, key)
    try {
      const answer = await send(key)
      endSent(from, key)
      return { answer, isAgain: before !== undefined }
    } catch (error) {
      const found = before || isMadeBefore(error) ? await placedWith(key).catch(() => undefined) : undefined
      if (found || (!before && isHeard(error))) {
        endSent(from, key)
        renew()
      }
      if (found || isMadeBefore(error)) return { before: found ?? null }
      throw error
    }
  }
  return { sending, renew }
}

/** Whether a refusal says that nothing was ordered: one that comes before the key is looked up says nothing of a lost answer. */
const isHeard = (error: unknown) => isRefused(error) && error instanceof ProblemError && !isTurnedAway(error.status)
