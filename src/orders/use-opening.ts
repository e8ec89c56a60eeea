import { useCallback, useEffect, useRef, useState } from 'react'
import type { Session } from '../accounts/session/session.ts'
import type { Product } from '../products/contract.ts'
import { draftOf, takeDraft } from '../ui/draft.ts'
import { draftName, type OrderDraft, sentFrom } from './order-draft.ts'
import { takeSeen } from './sent-orders.ts'
import { useHeardFirst } from './use-heard-first.ts'

type Opening = { user: Session['user']; quantity: number; onKept: (quantity: number) => void }

/**
 * The order of a part that is being filled in, which opens again where it was left by a reload or a lost session. `open`
 * begins one with the confirmed quantity, after it is known what became of an order before; `onKept` takes that of a kept
 * one.
 */
export function useOpening(product: Product, { user, quantity, onKept }: Opening) {
  const [draft, setDraft] = useState<OrderDraft>()
  const from = sentFrom(product)
  const { isAsking, heardFirst } = useHeardFirst(from)
  const name = draftName(product._id)
  // What was typed for an order that was placed, and seen since, is not for another one.
  const takeKept = useCallback(() => {
    const kept = takeDraft<OrderDraft>(name)
    return takeSeen(from) ? undefined : kept
  }, [name, from])
  const userId = user?.id

  useEffect(() => {
    if (!userId || !draftOf<OrderDraft>(name)) return
    const openKept = () => {
      const kept = takeKept()
      if (!kept) return
      onKept(kept.quantity)
      setDraft(kept)
    }
    void heardFirst(openKept, takeKept)
  }, [userId, name, onKept, heardFirst, takeKept])

  // Another quantity may be confirmed while it is asked what became of the order before.
  const chosen = useRef(quantity)
  useEffect(() => {
    chosen.current = quantity
  })
  const open = (where: OrderDraft['where']) =>
    heardFirst(() => {
      if (chosen.current > 0) setDraft({ where, ...takeKept(), quantity: chosen.current })
    }, takeKept)
  return { draft, isAsking, open, close: () => setDraft(undefined) }
}
