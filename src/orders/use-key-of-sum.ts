import { useRef } from 'react'
import { v4 as uuid } from 'uuid'
import { isTurnedAway } from '../keyed.ts'
import { isRefused, ProblemError } from '../wire/problem-error.ts'

/** The keys whose outcome this document knows, also of an order that was sent by a dialog that is closed. */
const known = new Set<string>()

/**
 * One Idempotency-Key for each sum that the buyer has seen: a double click, or a retry after a lost answer, orders
 * once. While the outcome of a key is not known, another sum keeps it, so that the shop refuses to place it as a second
 * order. A refused request stores nothing, so `renewAfter` its error the next attempt gets a new key, but for one that was
 * refused before its key was looked up, which says nothing of an earlier request. `begun` is the key of an order that the
 * document before sent, and whose answer it did not hear.
 */
export function useKeyOfSum(sum: number, begun?: string) {
  const key = useRef({ sum, value: begun ?? uuid(), isUnheard: begun !== undefined })
  const renew = () => {
    key.current = { sum, value: uuid(), isUnheard: false }
  }
  if (key.current.sum !== sum && !key.current.isUnheard) renew()
  return {
    /** The key of an order that was sent, and whose outcome is not known. */
    unheard: () => (key.current.isUnheard && !known.has(key.current.value) ? key.current.value : undefined),
    renew,
    /** Sends the order with its key, whose outcome is known once the shop has answered. */
    sending: async <T>(send: (key: string) => Promise<T>) => {
      const { value, isUnheard } = key.current
      key.current.isUnheard = true
      try {
        const answer = await send(value)
        known.add(value)
        key.current.isUnheard = false
        return answer
      } catch (error) {
        if (isBeforeKey(error)) key.current.isUnheard = isUnheard
        throw error
      }
    },
    renewAfter: (error: unknown) => {
      if (isHeard(error)) renew()
    },
  }
}

/** Whether the shop refused a request before it looked up its key. */
const isBeforeKey = (error: unknown) => error instanceof ProblemError && isTurnedAway(error.status)

/** Whether a refusal says what became of the order, also of an earlier request with its key. */
export const isHeard = (error: unknown) => isRefused(error) && !isBeforeKey(error)

export const PLACED_BEFORE = 'Your order was placed before. Look at it here.'
