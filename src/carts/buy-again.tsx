import { href, Link } from 'react-router'
import { readySession } from '../accounts/session/session.ts'
import { ask, client } from '../client.ts'
import type { Checkout } from '../orders/checkout-contract.ts'
import { orderAgainPath, orderPath } from '../orders/order-path.ts'
import { formatMoney } from '../ui/format-money.ts'
import { dayOf } from '../ui/format-time.ts'
import { LinkButton } from '../ui/link-button.tsx'

/** The most lists and orders shown under the quick order. */
const MOST = 3

type Again = { lists: { _id: string; name: string; count: number; changedAt: string }[]; orders: Checkout[] }

export const NOTHING: Again = { lists: [], orders: [] }

/** The user's newest lists and orders; none when they cannot be fetched. */
export async function readAgain(): Promise<Again> {
  const { user } = await readySession()
  if (!user) return NOTHING
  try {
    const query = { limit: String(MOST) }
    const [lists, orders] = await Promise.all([ask(client.lists.$get()), ask(client.checkouts.$get({ query }))])
    return { lists: lists.slice(0, MOST), orders }
  } catch {
    return NOTHING
  }
}

const linesOf = (count: number) => (count === 1 ? '1 line' : `${count} lines`)

/** Saved lists and earlier orders, to buy them again. */
export function BuyAgain({ lists, orders }: Again) {
  if (lists.length + orders.length === 0) return null
  return (
    <div className={lists.length && orders.length ? 'halves mt-16' : 'mt-16'}>
      {lists.length > 0 ? (
        <section>
          <div className="head">
            <h2>Saved lists</h2>
            <Link to={href('/dashboard/lists')}>All lists</Link>
          </div>
          <ul className="kept panel top">
            {lists.map(({ _id: id, name, count, changedAt }) => (
              <li key={id}>
                <span>
                  <b>
                    <Link to={href('/dashboard/lists/:id', { id })}>{name}</Link>
                  </b>
                  <small>
                    {linesOf(count)}, changed {dayOf(changedAt)}
                  </small>
                </span>
                <span />
                <LinkButton
                  size="sm"
                  variant="ink"
                  to={href('/dashboard/lists/:id', { id })}
                  aria-label={`Open the list ${name}`}
                >
                  Open
                </LinkButton>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {orders.length > 0 ? (
        <section>
          <div className="head">
            <h2>Order again</h2>
            <Link to={href('/dashboard/myorders')}>My Orders</Link>
          </div>
          <ul className="kept panel top">
            {orders.map((order) => (
              <li key={order.number}>
                <span>
                  <b className="code">
                    <Link to={orderPath(order)}>{order.number}</Link>
                  </b>
                  <small>
                    {linesOf(order.orders.length)}, {dayOf(order.createdAt)}
                  </small>
                </span>
                <span className="n">{formatMoney(order.price)}</span>
                <LinkButton size="sm" variant="ink" to={orderAgainPath(order)} aria-label={`Again: ${order.number}`}>
                  Again
                </LinkButton>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}
