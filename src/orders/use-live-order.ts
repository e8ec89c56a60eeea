import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { OrderPage } from './order-page-contract.ts'

/** Milliseconds before a refused stream is opened again, and the longest such wait. */
const AGAIN = 2000
const LATEST = 60_000

/**
 * Follows an order while its page is visible: each event reloads the page's data. Answers whether the stream is open.
 * While the shop is away it reconnects with growing pauses and receives the missed events.
 */
export function useLiveOrder({ _id, lastEvent }: OrderPage) {
  const [isLive, setIsLive] = useState(false)
  // The first event number comes from the loaded page; after that the stream counts by itself.
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
        // The browser reopens a broken stream by itself, but not one that was refused.
        if (stream.readyState !== EventSource.CLOSED) return
        next = setTimeout(open, Math.min(LATEST, AGAIN * 2 ** tries++))
      }
    }
    // A hidden page closes its stream, since a browser has few connections to one origin.
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
