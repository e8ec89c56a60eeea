import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { OrderPage } from './order-page-contract.ts'

/** Milliseconds before a stream that was refused is asked for again, and the most of them. */
const AGAIN = 2000
const LATEST = 60_000

/**
 * Follows an order as long as its page is looked at: each event reads the page anew. Answers whether it does; where the
 * shop is away it is asked again, later and later, and tells what happened since.
 */
export function useLiveOrder({ _id, lastEvent }: OrderPage) {
  const [isLive, setIsLive] = useState(false)
  // What the page was opened with; from then on the stream itself knows how far it is.
  const [first] = useState(lastEvent)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let seen = first
    let tries = 0
    let source: EventSource | undefined
    let next: ReturnType<typeof setTimeout> | undefined
    const close = () => {
      clearTimeout(next)
      source?.close()
      source = undefined
    }
    const open = () => {
      close()
      const stream = new EventSource(`/api/checkouts/${_id}/events?seen=${seen}`)
      source = stream
      stream.onopen = () => {
        tries = 0
        setIsLive(true)
      }
      stream.onmessage = ({ lastEventId }) => {
        seen = Number(lastEventId)
        void revalidate()
      }
      stream.onerror = () => {
        setIsLive(false)
        // A browser opens a stream that broke off again by itself, but none that was refused.
        if (stream.readyState !== EventSource.CLOSED) return
        next = setTimeout(open, Math.min(LATEST, AGAIN * 2 ** tries++))
      }
    }
    // A page that nobody looks at keeps none of the few connections that a browser has.
    const look = () => {
      if (!navigator.onLine) setIsLive(false)
      if (document.visibilityState === 'visible' && navigator.onLine) open()
      else close()
    }
    look()
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
      removeEventListener('offline', look)
      close()
    }
  }, [_id, first, revalidate])
  return isLive
}
