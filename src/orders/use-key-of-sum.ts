import { useRef } from 'react'
import { v4 as uuid } from 'uuid'
import { ProblemError } from '../wire/problem-error.ts'

/**
 * One Idempotency-Key for each sum that the buyer has seen: a double click, or a retry after a lost answer, orders
 * once. A refused request stores nothing, so `renewAfter` its error the next attempt gets a new key; it answers whether it
 * was refused. `begun` is the key of an order that the document before sent, and whose answer it did not hear.
 */
export function useKeyOfSum(sum: number, begun?: string) {
  const key = useRef({ sum, value: begun ?? uuid() })
  if (key.current.sum !== sum) key.current = { sum, value: uuid() }
  const renew = () => {
    key.current = { sum, value: uuid() }
  }
  return {
    key: () => key.current.value,
    renew,
    renewAfter: (error: unknown) => {
      const isRefused = error instanceof ProblemError && error.status > 0 && error.status < 500
      if (isRefused) renew()
      return isRefused
    },
  }
}

/** Whether the key has placed an order before: the answer was lost, and the form has changed since. */
export const isPlacedBefore = (error: unknown) => error instanceof ProblemError && error.field === 'Idempotency-Key'

export const PLACED_BEFORE = 'Your order was placed before. Look at it here.'
