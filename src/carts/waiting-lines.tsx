import { useRevalidator } from 'react-router'
import { Button } from '../ui/button.tsx'
import { CART_FULL } from './cart-full.ts'
import { cartHere } from './cart-here.ts'

/** What was gathered before the login and the cart of the account has no room for. */
export function WaitingLines() {
  const { lines } = cartHere.use()
  const { revalidate, state } = useRevalidator()
  if (lines.length === 0) return null
  return (
    <div className="note mt-4 mb-4" role="status">
      <p className="grow">
        {lines.length === 1 ? '1 line waits' : `${lines.length} lines wait`} in this browser to join your cart.{' '}
        {CART_FULL}
      </p>
      <Button size="sm" pending={state === 'loading'} onClick={revalidate}>
        Add what fits
      </Button>
    </div>
  )
}
