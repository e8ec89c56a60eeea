import { useState } from 'react'
import { href, Link } from 'react-router'
import type { Product } from '../products/contract.ts'
import { pieces } from '../products/per-pieces.ts'
import { Button } from '../ui/button.tsx'
import { toastBad } from '../ui/toast.ts'
import { ProblemError } from '../wire/problem-error.ts'

type AddToCartProps = { product: Product; quantity: number }

/** Adds pieces of a product to the cart; what it does with it is loaded when it is pressed. */
export function AddToCart({ product, quantity }: AddToCartProps) {
  const [added, setAdded] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const handleAdd = async () => {
    setBusy(true)
    try {
      const { addToCart } = await import('./cart.ts')
      await addToCart([{ product, quantity }])
      setAdded(quantity)
    } catch (error) {
      toastBad(error instanceof ProblemError ? error.message : 'The cart was not stored. Try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button variant="ink" size="lg" full pending={isBusy} disabled={quantity === 0} onClick={handleAdd}>
        Add to cart
      </Button>
      <p className="hint" role="status">
        {added > 0 ? (
          <>
            {pieces(added)} are in <Link to={href('/cart')}>your cart</Link>.
          </>
        ) : null}
      </p>
    </>
  )
}
