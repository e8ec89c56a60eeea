import { useEffect, useRef } from 'react'
import { useSession } from '../accounts/session/session.ts'
import { keepDraft, takeDraft } from '../ui/draft.ts'
import { useAsked } from '../ui/use-asked.ts'
import { TOGETHER, type Together, type TogetherDraft, waitingOf, withDraft } from './together-draft.ts'
import type { Chosen } from './use-chosen.ts'

/**
 * The orders that are asked about together. A question whose page was left, such as by the end of the session, is asked
 * again with what was typed, once its user is known, for the orders that still wait; `onAgain` chooses them.
 */
export function useTogether(onAgain: (orders: Chosen[]) => void) {
  const { status } = useSession()
  const [together, setTogether] = useAsked<Together>()
  const askAgain = useRef<(draft: Together) => void>(() => undefined)
  useEffect(() => {
    askAgain.current = (draft) => {
      if (together) return
      takeDraft(TOGETHER)
      if (draft.orders.length === 0) return
      onAgain(draft.orders)
      setTogether(draft)
    }
  })
  useEffect(() => {
    const draft = status === 'in' ? takeDraft<TogetherDraft>(TOGETHER) : undefined
    if (!draft) return
    let isLeft = false
    // It stays kept until its orders are read: some may have been delivered or cancelled since.
    keepDraft(TOGETHER, draft)
    waitingOf(draft).then(
      (orders) => isLeft || askAgain.current({ ...draft, orders }),
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [status])
  const ask = (orders: Chosen[]) => setTogether(withDraft(orders))
  return {
    ask,
    /** The question, as its box takes it. */
    question: { ...(together ?? { orders: [] }), open: together !== undefined, onClose: () => setTogether(undefined) },
  }
}
