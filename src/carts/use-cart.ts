import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSessionLost } from '../accounts/session/use-session-lost.ts'
import { loginPath } from '../accounts/session/way-back.ts'
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
import { editsOf, keepEdits } from './unstored.ts'

/** A cart that shows each edit at once and stores the edits one after the other. */
export function useCart(loaded: Shown) {
  const [cart, setCart] = useState(loaded)
  const latest = useRef(loaded)
  const stored = useRef(loaded)
  const location = useLocation()
  const navigate = useNavigate()
  const sessionLost = useSessionLost()
  const show = (next: Shown) => {
    latest.current = next
    setCart(next)
  }
  const waitForLogin = () => {
    keepEdits(editsOf(stored.current.lines, latest.current.lines))
    void navigate(loginPath(location), { replace: true })
  }
  const store = async () => {
    const sent = latest.current
    try {
      const now = await storeCart(sent)
      stored.current = now
      // Edits made meanwhile are stored next, on top of what has just been stored.
      const { version, here } = now
      show(latest.current === sent ? now : { ...latest.current, version, here })
    } catch (error) {
      if (await sessionLost(error)) return waitForLogin()
      const current = storedMeanwhile(error)
      if (current) {
        stored.current = { ...current, of: sent.of }
        show(stored.current)
      }
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
