import { useEffect } from 'react'
import { href, Link, useLocation } from 'react-router'
import { useSession } from '../accounts/session/session.ts'
import { takeOwn } from '../ui/take-own.ts'
import { cartHere } from './cart-here.ts'

/** The bar's links to the quick order and to the cart, with the number of lines in it. */
export function CartCells() {
  const { pathname } = useLocation()
  const { status } = useSession()
  const { count } = cartHere.use()
  // Lines that were gathered after a session had ended make a document their user's, and are counted in it.
  useEffect(() => {
    if (status === 'out') takeOwn(cartHere, 'lines')
  }, [status])
  const current = (path: string) => (pathname === path ? 'page' : undefined)
  const [list, cart] = [href('/quick-order'), href('/cart')]
  return (
    <nav className="nav end" aria-label="Ordering">
      <Link to={list} aria-current={current(list)}>
        Quick Order
      </Link>
      <Link to={cart} className="cart" aria-current={current(cart)}>
        Cart <span className={count ? 'cnt' : 'cnt nil'}>{count}</span>
      </Link>
    </nav>
  )
}
