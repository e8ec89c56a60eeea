import { useEffect } from 'react'
import type { PlacedOrder } from './checkout-contract.ts'

const ignored = () => undefined

/** Once orders are shown, and not before, their buyer knows of them, also where the answer was lost. */
export function useSeen(shown: PlacedOrder[]) {
  const numbers = shown.map(({ number }) => number).join(' ')
  useEffect(() => {
    void import('./see-sent.ts').then(({ seeSent }) => seeSent(numbers.split(' '))).catch(ignored)
  }, [numbers])
}
