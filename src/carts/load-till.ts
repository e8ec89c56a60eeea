import { href, redirect, replace } from 'react-router'
import { readySession } from '../accounts/session/session.ts'
import { whereBegun } from '../addresses/where-form.ts'
import { ask, client } from '../client.ts'
import { lastAddress } from '../orders/last-address.ts'
import { placedUnheard, tellPlaced } from '../orders/placed-before.ts'
import { endSent, takeSeen } from '../orders/sent-orders.ts'
import { factsHere } from '../sums/facts-here.ts'
import { takeDraft } from '../ui/draft.ts'
import { loadCart } from './cart-in-browser.ts'
import { quoteOf } from './use-quote.ts'

export type LoadedTill = Awaited<ReturnType<typeof loadTill>>

/** What the till begins with; throws a redirect where nothing can be ordered. */
export async function loadTill() {
  const { user } = await readySession()
  const [cart, where, addresses, placed] = await Promise.all([
    loadCart(),
    lastAddress(user?.email ?? ''),
    ask(client.addresses.$get()),
    placedUnheard('till'),
  ])
  // What was typed for an order that was placed is not for the next one.
  if (placed || takeSeen('till')) takeDraft('checkout')
  if (placed) {
    endSent('till', placed.key)
    throw leadTo(tellPlaced(placed))
  }
  if (cart.lines.length === 0 || cart.lines.some(({ problem }) => problem)) throw leadTo(href('/cart'))
  const begun = whereBegun(addresses, where)
  const { country, company, taxNumber } = begun
  const facts = { country, company, taxNumber, code: factsHere.read().code }
  return { cart, where, addresses, begun, facts, quote: await quoteOf(cart, facts) }
}

/**
 * After Back or Forward the address is the till's already, and what is in its place takes its entry of the history: a new
 * entry would lead Back here for ever.
 */
const leadTo = (place: string) => (location.pathname === href('/checkout') ? replace(place) : redirect(place))
