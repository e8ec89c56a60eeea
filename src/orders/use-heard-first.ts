import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { fetched } from '../ui/fetched.ts'
import { toastBad } from '../ui/toast.ts'
import { useIsHere } from '../ui/use-is-here.ts'
import { endSent, type SentFrom, sentKey } from './sent-orders.ts'

/**
 * `open` for the form of an order, once it is known what became of one from here whose answer was lost: where that was
 * placed, its buyer is led to it instead, after `forget`; where the shop cannot say, nothing opens.
 */
export function useHeardFirst(from: SentFrom) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const isHere = useIsHere()
  const now = useRef(navigate)
  useEffect(() => {
    now.current = navigate
  })
  const heardFirst = useCallback(
    async (open: () => void, forget?: () => void) => {
      if (!sentKey(from)) return open()
      setAsking(true)
      try {
        const { placedUnheard, tellPlaced } = await fetched(() => import('./placed-before.ts'))
        const before = await placedUnheard(from)
        // A page that is gone leaves it to the next one that asks.
        if (!isHere.current) return
        if (!before) return open()
        endSent(from, before.key)
        forget?.()
        const path = tellPlaced(before)
        await now.current(path)
      } catch (error) {
        toastBad((error as Error).message)
      } finally {
        setAsking(false)
      }
    },
    [from, isHere],
  )
  return { isAsking, heardFirst }
}
