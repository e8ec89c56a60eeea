import { Link } from 'react-router'
import type { GoesWith } from '../parts/contract.ts'
import type { Product } from '../products/contract.ts'
import { fullName } from '../products/full-name.ts'
import { priceEach } from '../products/per-pieces.ts'
import { productPath } from '../products/product-path.ts'
import { useOwnPrices } from '../sums/use-own-prices.ts'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/page-icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { grouped } from '../wire/grouped.ts'
import { useAddToCart } from './use-add-to-cart.ts'

type GoesWithListProps = { items: GoesWith[]; children: (product: Product) => React.ReactNode; isNamed?: boolean }

/** Parts that are usually needed too, a row each with its act; `isNamed` says with which part. */
export function GoesWithList({ items, children, isNamed = false }: GoesWithListProps) {
  const products = useOwnPrices(items.map(({ product }) => product))
  return (
    <ul className={isNamed ? 'kept panel pairs' : 'kept panel'}>
      {products.map((product, at) => (
        <li key={product._id}>
          <span className="pn">
            <Picture className="thumb" src={product.img} alt="" width={48} height={48} />
            <span>
              <b>
                <Link to={productPath(product.slug)}>{product.name}</Link>
              </b>
              <small className="code">
                {[product.number, isNamed && `with ${items[at]?.with}`].filter(Boolean).join(', ')}
              </small>
            </span>
          </span>
          <span className="n">{priceEach(product.unitPrice / product.minOrder)}</span>
          {children(product)}
        </li>
      ))}
    </ul>
  )
}

/** On a part's page: what is changed with it. */
export function ChangedWithIt({ items }: { items: GoesWith[] }) {
  return (
    <section id="with">
      <h2 className="text-20 mb-2">Changed with it</h2>
      <GoesWithList items={items}>{(product) => <AddLeast product={product} />}</GoesWithList>
    </section>
  )
}

/** Adds the least that is sold; then it says how many are in the cart. */
function AddLeast({ product }: { product: Product }) {
  const { added, isBusy, add } = useAddToCart(product)
  const least = product.minOrder
  return (
    <>
      <Button
        size="sm"
        variant="ink"
        pending={isBusy}
        aria-label={`Add ${grouped(least)} of ${fullName(product)}`}
        onClick={() => void add(least)}
      >
        {added > 0 ? (
          <>
            <Check />
            {grouped(added)}
          </>
        ) : (
          `Add ${grouped(least)}`
        )}
      </Button>
      <span className="vh" role="status">
        {added > 0 ? `${grouped(added)} in the cart` : ''}
      </span>
    </>
  )
}
