import { useCallback, useEffect, useRef, useState } from 'react'
import { toastBad } from '../ui/toast.ts'
import { useGoWhileHere } from '../ui/use-go-while-here.ts'
import { endSent, placedUnheard, type SentFrom, sentKey } from './sent-orders.ts'
import { tellPlaced } from './tell-placed.ts'

/**
 * `open` for the form of an order, once it is known what became of one from here whose answer was lost: where that was
 * placed, its buyer is led to it instead, after `forget`; where the shop cannot say, nothing opens.
 */
export function useHeardFirst(from: SentFrom) {
  const [isAsking, setAsking] = useState(false)
  const goTo = useGoWhileHere()
  const now = useRef(goTo)
  useEffect(() => {
    now.current = goTo
  })
  const heardFirst = useCallback(
    async (open: () => void, forget?: () => void) => {
      if (!sentKey(from)) return open()
      setAsking(true)
      try {
        const before = await placedUnheard(from)
        if (!before) return open()
        endSent(from, before.key)
        forget?.()
        await now.current(tellPlaced(before))
      } catch (error) {
        toastBad((error as Error).message)
      } finally {
        setAsking(false)
      }
    },
    [from],
  )
  return { isAsking, heardFirst }
}
