import { useEffect, useEffectEvent, useState } from 'react'
import { ask, client } from '../client.ts'
import type { Quote } from '../sums/contract.ts'
import { listenToSight } from '../ui/out-of-sight.ts'
import { ProblemError } from '../wire/problem-error.ts'
import type { Shown } from './cart-in-browser.ts'

/** What the sum depends on beside the lines. */
export type Facts = { country: string; code: string; company: string; taxNumber: string }

const AFTER_TYPING = 300

/** `refused` says why the shop makes no quote of the lines; the sums are those of the browser then. */
export type Quoted = Quote & { refused?: string }

const askQuote = ({ lines }: Pick<Shown, 'lines'>, facts: Partial<Facts>): Promise<Quote> =>
  ask(
    client.quote.$post({
      json: {
        lines: lines.map(({ productId, quantity, reference }) => ({ productId, quantity, reference })),
        ...facts,
      },
    }),
  )

/** The quote of a cart. A fact that is refused is left out and named among the problems, so that it can be corrected. */
export async function quoteOf(cart: Pick<Shown, 'lines' | 'price'>, facts: Partial<Facts>): Promise<Quoted> {
  try {
    return await askQuote(cart, facts)
  } catch (error) {
    const isRefusal = error instanceof ProblemError && error.status >= 400 && error.status < 500 && error.status !== 401
    if (!isRefusal) throw error
    const { field: refused, message } = error
    const field = NAMED.find((name) => name === refused)
    if (!field || !facts[field]) return { ...UNQUOTED, lines: cart.price, price: cart.price, refused: message }
    const quote = await quoteOf(cart, { ...facts, [field]: '' })
    return { ...quote, problems: [...quote.problems, { field, message }] }
  }
}

const NAMED = ['code', 'country', 'taxNumber'] as const

const UNQUOTED = {
  awaitsCountry: true,
  discount: 0,
  shipping: 0,
  tax: 0,
  taxName: null,
  taxOnShipping: false,
  showsTax: false,
  needsCountry: true,
  freeFrom: null,
  problems: [],
}

/** The quote of a cart that is being edited; the last quote stays until the next has loaded. */
export function useQuote(cart: Shown, facts: Facts, loaded: Quoted) {
  const asked = JSON.stringify([cart.lines.map(({ productId, quantity }) => [productId, quantity]), cart.price, facts])
  const [shown, setShown] = useState({ quote: loaded, of: asked, problem: '' })
  // Without shipping, tax or discount the sum of the lines is the price.
  const isPlain = shown.of !== '' && !loaded.needsCountry && !facts.code && !facts.taxNumber
  const isCurrent = shown.of === asked || isPlain
  // What was told of facts that are gone would count as current once they are typed again.
  if (isPlain && shown.of !== asked) {
    const plain = { ...loaded, lines: cart.price, discount: 0, price: cart.price, problems: [] }
    setShown({ quote: plain, of: asked, problem: '' })
  }
  useAgainInSight(shown.quote.problems.length > 0, () => setShown(anew))

  useEffect(() => {
    if (isCurrent) return
    let gone = false
    const timer = setTimeout(async () => {
      try {
        const quote = await quoteOf(cart, facts)
        if (!gone) setShown({ quote, of: asked, problem: '' })
      } catch (error) {
        const problem = error instanceof ProblemError ? error.message : 'The sum did not load.'
        if (!gone) setShown((last) => ({ ...last, problem }))
      }
    }, AFTER_TYPING)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [asked, isCurrent, cart, facts])

  return {
    quote: shown.quote,
    /** False while another quote is loading. */
    isCurrent: isCurrent || shown.problem !== '',
    problem: shown.problem || shown.quote.refused,
    /** Fetches the quote again, for example after the order was refused because of its price. */
    again: () => setShown(anew),
  }
}

const anew = <Told extends { of: string; problem: string }>(last: Told) => ({ ...last, of: '', problem: '' })

/** Asks again when a page with something refused comes back into sight: an e-mail may be verified in another tab by then. */
function useAgainInSight(isRefused: boolean, again: () => void) {
  const handleShow = useEffectEvent(again)
  useEffect(() => (isRefused ? listenToSight(() => undefined, handleShow) : undefined), [isRefused])
}
