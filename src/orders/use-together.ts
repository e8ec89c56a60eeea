import { useEffect, useRef } from 'react'
import { useSession } from '../accounts/session/session.ts'
import { takeDraft } from '../ui/draft.ts'
import { useAsked } from '../ui/use-asked.ts'
import { TOGETHER, type Together, withDraft } from './together-draft.ts'
import type { Chosen } from './use-chosen.ts'

/**
 * The orders that are asked about together. A question whose page was left, such as by the end of the session, is asked
 * again with what was typed, once its user is known; `onAgain` chooses its orders.
 */
export function useTogether(onAgain: (orders: Chosen[]) => void) {
  const { status } = useSession()
  const [together, setTogether] = useAsked<Together>()
  const now = useRef((draft: Together) => {
    onAgain(draft.orders)
    setTogether(draft)
  })
  useEffect(() => {
    const draft = status === 'in' ? takeDraft<Together>(TOGETHER) : undefined
    if (draft) now.current(draft)
  }, [status])
  const ask = (orders: Chosen[]) => setTogether(withDraft(orders))
  return { together, ask, close: () => setTogether(undefined) }
}
