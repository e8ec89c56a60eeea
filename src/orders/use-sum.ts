import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { ask, client } from '../client.ts'
import type { Product } from '../products/contract.ts'
import { termsOf, totalAt } from '../products/total.ts'
import type { Quote } from '../sums/contract.ts'
import { toCents } from '../wire/money.ts'
import type { ProblemError } from '../wire/problem-error.ts'
import type { Delivery } from './contract.ts'

type Where = z.input<typeof Delivery>
type Wanted = { product: Product; quantity: number }
type Quoted = Pick<Quote, 'lines' | 'price' | 'needsCountry' | 'awaitsCountry'> & { country: string }

const AFTER_TYPING = 300

/**
 * What an order costs where it goes. Only the shop calculates shipping, tax and a group's price: it quotes them for the
 * country that is typed, and answers the sum when it refuses another.
 */
export function useSum(control: Control<Where>, { product, quantity }: Wanted) {
  const country = useWatch({ control, name: 'country' }) ?? ''
  const [told, setTold] = useState<{ country: string; cents: number }>()
  const listed = totalAt(termsOf(product), quantity)
  const quote = useQuoteOf({ productId: product._id, quantity, country, listed })
  const refused = told?.country === country ? told.cents : undefined
  const isOfCountry = quote?.country === country
  // A quote of other countries says at least whether sums depend on them.
  const awaitsCountry = isOfCountry ? quote.awaitsCountry : refused === undefined && quote?.needsCountry === true
  const quoted = isOfCountry && quote.needsCountry && quote.lines > 0 ? toCents(quote.price) : listed
  return {
    listed,
    cents: refused ?? quoted,
    awaitsCountry,
    tell: (where: Where, { problem: { price } }: ProblemError) => {
      if (typeof price === 'number') setTold({ country: where.country ?? '', cents: toCents(price) })
    },
  }
}

type Asked = { productId: string; quantity: number; country: string; listed: number }

/** The last quote; in a shop whose sums depend on the country there is another for each, and for another price. */
function useQuoteOf({ productId, quantity, country, listed }: Asked) {
  const [quote, setQuote] = useState<Quoted>()
  const isPlain = quote?.needsCountry === false
  // biome-ignore lint/correctness/useExhaustiveDependencies(listed): a price that has changed is quoted anew.
  useEffect(() => {
    if (isPlain) return
    let gone = false
    const asking = async () => {
      const answer = await ask(client.quote.$post({ json: { lines: [{ productId, quantity }], country } }))
      if (!gone) setQuote({ ...answer, country })
    }
    // Without a quote the order is refused once, with its sum.
    const timer = setTimeout(() => asking().catch(() => undefined), country ? AFTER_TYPING : 0)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [isPlain, productId, quantity, country, listed])
  return quote
}
