import { href, Link } from 'react-router'
import type { Product } from '../products/contract.ts'
import { pieces } from '../products/per-pieces.ts'
import { Button } from '../ui/button.tsx'
import { useAddToCart } from './use-add-to-cart.ts'

type AddToCartProps = { product: Product; quantity: number }

/** Adds pieces of a product to the cart, and says how many. */
export function AddToCart({ product, quantity }: AddToCartProps) {
  const { added, isBusy, add } = useAddToCart(product)
  return (
    <>
      <Button variant="ink" size="lg" full pending={isBusy} disabled={quantity === 0} onClick={() => add(quantity)}>
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
