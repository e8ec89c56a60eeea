import { useEffect, useEffectEvent, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { formatMoney } from '../ui/format-money.ts'
import { toastBad } from '../ui/toast.ts'
import type { Shown } from './cart-in-browser.ts'
import type { useQuote } from './use-quote.ts'

type Newer = { cart: Shown; quoted: ReturnType<typeof useQuote>; load: () => Promise<void> }

/**
 * Loads the cart anew by `load`, and says so, where the shop has quoted other prices or fewer lines than it shows: a price
 * or the stock has changed since.
 */
export function useNewerPrices({ cart: { price }, quoted: { quote, isCurrent, problem }, load }: Newer) {
  const { state } = useRevalidator()
  const told = useRef('')
  const isOther = isCurrent && !problem && quote.lines !== price && state === 'idle'
  const renew = useEffectEvent(async (lines: number) => {
    // Once for each pair, since lines that still differ after it would be loaded for ever.
    const pair = `${price} ${lines}`
    if (told.current === pair) return
    told.current = pair
    await load()
    toastBad(`A price or the stock has changed. The lines come to ${formatMoney(lines)} now.`)
  })
  useEffect(() => {
    if (isOther) void renew(quote.lines).catch(() => undefined)
  }, [isOther, quote.lines])
}
