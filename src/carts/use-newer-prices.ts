import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { formatMoney } from '../ui/format-money.ts'
import { toastBad } from '../ui/toast.ts'
import type { Shown } from './cart-in-browser.ts'
import type { useQuote } from './use-quote.ts'

/**
 * Loads the cart anew, and says so, where the shop has quoted other prices or fewer lines than it shows: a price or the
 * stock has changed since. Answers whether the page is being loaded.
 */
export function useNewerPrices({ price }: Shown, { quote, isCurrent, problem }: ReturnType<typeof useQuote>) {
  const { revalidate, state } = useRevalidator()
  const told = useRef('')
  const isOther = isCurrent && !problem && quote.lines !== price
  useEffect(() => {
    // Once for each pair, since lines that still differ after it would be loaded for ever.
    const pair = `${price} ${quote.lines}`
    if (!isOther || state !== 'idle' || told.current === pair) return
    told.current = pair
    toastBad(`A price or the stock has changed. The lines come to ${formatMoney(quote.lines)} now.`)
    void revalidate()
  }, [isOther, price, quote.lines, revalidate, state])
  return state === 'loading'
}
