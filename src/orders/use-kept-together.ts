import { useEffect, useRef } from 'react'
import { keepDraft, takeDraft } from '../ui/draft.ts'
import { lastCarrier } from './sending.ts'
import { TOGETHER, type Together } from './together-draft.ts'
import type { Chosen } from './use-chosen.ts'

/**
 * Keeps the orders with what was typed when the box goes away by itself, such as by Back or the end of the session.
 * `forget` is for a box that its user closes, and for orders that were delivered.
 */
export function useKeptTogether(open: boolean, orders: Chosen[]) {
  const form = useRef<HTMLFormElement>(undefined)
  const now = useRef(orders)
  const isForgotten = useRef(false)
  useEffect(() => {
    now.current = orders
  })
  useEffect(() => {
    if (!open) return
    isForgotten.current = false
    const keep = () => {
      if (isForgotten.current || !form.current || now.current.length === 0) return
      const data = new FormData(form.current)
      const typed = (name: string) => String(data.get(name) ?? '')
      const carrier = typed('carrier')
      const kept = now.current.map((order) => ({ ...order, typed: typed(order.number) }))
      // A question in which nothing is typed would only stand in the way of the board when it comes again.
      const isTyped = carrier !== lastCarrier.read().carrier || kept.some((order) => order.typed !== '')
      if (isTyped) keepDraft(TOGETHER, { orders: kept, carrier } satisfies Together)
    }
    addEventListener('pagehide', keep)
    // What was kept when the page left for the browser's memory stands in the form still.
    addEventListener('pageshow', forgetKept)
    return () => {
      removeEventListener('pagehide', keep)
      removeEventListener('pageshow', forgetKept)
      keep()
    }
  }, [open])
  return {
    // The form is held longer than React shows it.
    keepsForm: (field: HTMLInputElement | null) => {
      if (field?.form) form.current = field.form
    },
    forgetKept,
    forget: () => {
      isForgotten.current = true
      forgetKept()
    },
  }
}

function forgetKept() {
  takeDraft(TOGETHER)
}
