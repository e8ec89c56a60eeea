import { href, Link, useLocation } from 'react-router'
import { cartHere } from './cart-here.ts'

/** The bar's links to the quick order and to the cart, with the number of lines in it. */
export function CartCells() {
  const { pathname } = useLocation()
  const { count } = cartHere.use()
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
