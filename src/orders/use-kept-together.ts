import { useRef } from 'react'
import { useKeptOnLeaving } from '../ui/use-kept-on-leaving.ts'
import { lastCarrier } from './sending.ts'
import { TOGETHER, type TogetherDraft } from './together-draft.ts'
import type { Chosen } from './use-chosen.ts'

/** Keeps the orders of an open box with what was typed for them; `keepsForm` is the ref of a field of its form. */
export function useKeptTogether(open: boolean, orders: Chosen[]) {
  const form = useRef<HTMLFormElement>(undefined)
  const kept = useKeptOnLeaving<TogetherDraft>(TOGETHER, open, () => {
    if (!form.current) return undefined
    const data = new FormData(form.current)
    const typed = (name: string) => String(data.get(name) ?? '')
    const carrier = typed('carrier')
    // A question in which nothing is typed would only stand in the way of the board when it comes again.
    const isTyped = carrier !== lastCarrier.read().carrier || orders.some(({ number }) => typed(number) !== '')
    if (orders.length === 0 || !isTyped) return undefined
    return { orders: orders.map(({ number }) => ({ number, typed: typed(number) })), carrier }
  })
  return {
    ...kept,
    // The form is held longer than React shows it.
    keepsForm: (field: HTMLInputElement | null) => {
      if (field?.form) form.current = field.form
    },
  }
}
