import { href, redirect } from 'react-router'
import { readySession } from '../accounts/session/session.ts'
import { whereBegun } from '../addresses/where-form.ts'
import { ask, client } from '../client.ts'
import { lastAddress } from '../orders/last-address.ts'
import { PLACED_BEFORE } from '../orders/use-key-of-sum.ts'
import { factsHere } from '../sums/facts-here.ts'
import { toastOk } from '../ui/toast.ts'
import { loadCart } from './cart-in-browser.ts'
import { takePlaced, unheardKey } from './placing-note.ts'
import { quoteOf } from './use-quote.ts'

export type LoadedTill = Awaited<ReturnType<typeof loadTill>>

/** What the till begins with; throws a redirect where nothing can be ordered. */
export async function loadTill() {
  const { user } = await readySession()
  const [cart, where, addresses] = await Promise.all([
    loadCart(),
    lastAddress(user?.email ?? ''),
    ask(client.addresses.$get()),
  ])
  if (cart.lines.length === 0 && takePlaced(where.placedAt)) {
    toastOk(PLACED_BEFORE)
    throw redirect(href('/dashboard/myorders'))
  }
  if (cart.lines.length === 0 || cart.lines.some(({ problem }) => problem)) throw redirect(href('/cart'))
  const begun = whereBegun(addresses, where)
  const { country, company, taxNumber } = begun
  const facts = { country, company, taxNumber, code: factsHere.read().code }
  return { cart, where, addresses, begun, facts, quote: await quoteOf(cart, facts), unheard: unheardKey() }
}
