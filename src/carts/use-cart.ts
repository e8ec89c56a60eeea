import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useSessionLost } from '../accounts/session/use-session-lost.ts'
import { loginPath } from '../accounts/session/way-back.ts'
import type { Product } from '../products/contract.ts'
import { listenToSight } from '../ui/out-of-sight.ts'
import { toastBad } from '../ui/toast.ts'
import { ProblemError } from '../wire/problem-error.ts'
import {
  type Adding,
  cartInTurn,
  isRefusedForGood,
  load,
  type Shown,
  storeCart,
  storedMeanwhile,
  TRIES,
  withAdded,
  withPrices,
} from './cart-in-browser.ts'
import type { JudgedLine } from './contract.ts'
import { editsOf, keepEdits, withEdits } from './unstored.ts'

/** After this many milliseconds without a key a quantity that is being typed is stored. */
const REST_MS = 1_000

/**
 * A cart that shows each edit at once and stores the edits one after the other. Until it is stored, an edit of a user is
 * a draft in their browser, which the next load of the cart stores (`loadCart`).
 */
export function useCart(loaded: Shown) {
  const { cart, latest, stored, unstored, show, takeOver } = useEdited(loaded)
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const location = useLocation()
  const navigate = useNavigate()
  const sessionLost = useSessionLost()
  const store = async (tries = 1): Promise<void> => {
    const sent = latest.current
    if (unstored().length === 0) return
    try {
      const now = await storeCart(sent)
      stored.current = now
      // Edits made meanwhile are stored next, on top of what has just been stored.
      const { version, here } = now
      show(latest.current === sent ? now : { ...latest.current, version, here })
    } catch (error) {
      if (await sessionLost(error)) {
        // Their draft waits for their login; nobody who comes before them stores it.
        stored.current = latest.current
        return void navigate(loginPath(location), { replace: true })
      }
      const current = storedMeanwhile(error)
      if (current) takeOver({ ...current, of: sent.of })
      else if (isRefusedForGood(error)) show(stored.current)
      toastBad(error instanceof ProblemError ? error.message : 'The cart was not stored. Try again.')
      if (current && tries < TRIES) await store(tries + 1)
    }
  }
  const settle = () => {
    clearTimeout(rest.current)
    void cartInTurn(() => store())
  }
  const renew = () =>
    cartInTurn(async () => {
      const now = await load()
      if (now.of === latest.current.of) takeOver(now)
    })
  const change = (edit: (lines: JudgedLine[]) => JudgedLine[], isTyping = false) => {
    show({ ...latest.current, ...withPrices(edit(latest.current.lines)) })
    // A visitor's cart is stored without a call, and has no draft.
    if (!isTyping || !latest.current.of) return settle()
    clearTimeout(rest.current)
    rest.current = setTimeout(settle, REST_MS)
  }
  useWhenLeft(settle)
  return {
    cart,
    settle,
    renew,
    edit: (at: number, changed: Partial<JudgedLine>, isTyping?: boolean) =>
      change((lines) => lines.map((line, place) => (place === at ? { ...line, ...changed } : line)), isTyping),
    add: (added: Adding<Product>) => change((lines) => withAdded(lines, [added])),
    takeOut: (at: number) => change((lines) => lines.filter((_, place) => place !== at)),
  }
}

/** The cart as it is shown with its edits, and as it is stored. */
function useEdited(loaded: Shown) {
  const [cart, setCart] = useState(loaded)
  const latest = useRef(loaded)
  const stored = useRef(loaded)
  const unstored = () => editsOf(stored.current.lines, latest.current.lines)
  const show = (next: Shown) => {
    latest.current = next
    setCart(next)
    if (next.of) keepEdits(unstored())
  }
  /** Shows what is stored by now, with the edits on top. */
  const takeOver = (now: Shown) => {
    const edits = unstored()
    stored.current = now
    show({ ...now, ...withPrices(withEdits(now.lines, edits)) })
  }
  return { cart, latest, stored, unstored, show, takeOver }
}

/** Calls back when the page is left, and when it goes out of sight. */
function useWhenLeft(callback: () => void) {
  const handleLeave = useEffectEvent(callback)
  useEffect(() => {
    const unlisten = listenToSight(handleLeave)
    return () => {
      unlisten()
      handleLeave()
    }
  }, [])
}
