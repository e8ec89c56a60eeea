import { useRef, useState } from 'react'
import { toastBad } from '../ui/toast.ts'
import { ProblemError } from '../wire/problem-error.ts'
import {
  type Adding,
  cartInTurn,
  type Shown,
  storeCart,
  storedMeanwhile,
  withAdded,
  withPrices,
} from './cart-in-browser.ts'
import type { JudgedLine } from './contract.ts'

/** A cart that shows each edit at once and stores the edits one after the other. */
export function useCart(loaded: Shown) {
  const [cart, setCart] = useState(loaded)
  const latest = useRef(loaded)
  const show = (next: Shown) => {
    latest.current = next
    setCart(next)
  }
  const store = async () => {
    const sent = latest.current
    try {
      const stored = await storeCart(sent)
      // Edits made meanwhile are stored next, on top of what has just been stored.
      const { version, here } = stored
      show(latest.current === sent ? stored : { ...latest.current, version, here })
    } catch (error) {
      const current = storedMeanwhile(error)
      if (current) show({ ...current, of: sent.of })
      toastBad(error instanceof ProblemError ? error.message : 'The cart was not stored. Try again.')
    }
  }
  const change = (edit: (lines: JudgedLine[]) => JudgedLine[]) => {
    show({ ...latest.current, ...withPrices(edit(latest.current.lines)) })
    void cartInTurn(store)
  }
  return {
    cart,
    edit: (at: number, changed: Partial<JudgedLine>) =>
      change((lines) => lines.map((line, place) => (place === at ? { ...line, ...changed } : line))),
    add: (added: Adding) => change((lines) => withAdded(lines, [added])),
    takeOut: (at: number) => change((lines) => lines.filter((_, place) => place !== at)),
  }
}
