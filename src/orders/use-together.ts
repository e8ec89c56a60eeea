import { useEffect, useRef } from 'react'
import { useSession } from '../accounts/session/session.ts'
import { takeDraft } from '../ui/draft.ts'
import { useAsked } from '../ui/use-asked.ts'
import { TOGETHER } from './together-draft.ts'
import type { Chosen } from './use-chosen.ts'

/**
 * The orders that are asked about together. A question whose page was left, such as by the end of the session, is asked
 * again with the numbers that were typed, once its user is known; `onAgain` chooses its orders.
 */
export function useTogether(onAgain: (orders: Chosen[]) => void) {
  const { status } = useSession()
  const [together, setTogether] = useAsked<Chosen[]>()
  const now = useRef((orders: Chosen[]) => {
    onAgain(orders)
    setTogether(orders)
  })
  useEffect(() => {
    const orders = status === 'in' ? takeDraft<Chosen[]>(TOGETHER) : undefined
    if (orders) now.current(orders)
  }, [status])
  return [together, setTogether] as const
}
