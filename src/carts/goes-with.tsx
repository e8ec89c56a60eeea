import { Link } from 'react-router'
import type { GoesWith } from '../parts/contract.ts'
import type { Product } from '../products/contract.ts'
import { priceEach } from '../products/per-pieces.ts'
import { productPath } from '../products/product-path.ts'
import { useOwnPrices } from '../sums/use-own-prices.ts'
import { Picture } from '../ui/picture.tsx'
import { AddForm } from './add-form.tsx'

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
      <GoesWithList items={items}>{(product) => <AddForm part={product} fixed={product.minOrder} />}</GoesWithList>
    </section>
  )
}
