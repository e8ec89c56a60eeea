import { Link } from 'react-router'
import type { Product } from '../products/contract.ts'
import { fullName } from '../products/full-name.ts'
import { priceEach } from '../products/per-pieces.ts'
import { productPath } from '../products/product-path.ts'
import { useOwnPrices } from '../sums/use-own-prices.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { Picture } from '../ui/picture.tsx'
import { grouped } from '../wire/grouped.ts'

/** The substitutes of a part, a row each. */
export function Substitutes({ products }: { products: Product[] }) {
  return (
    <ul className="kept panel">
      {useOwnPrices(products).map((product) => (
        <li key={product._id}>
          <span className="pn">
            <Picture className="thumb" src={product.img} alt="" width={48} height={48} />
            <span>
              <b>
                <Link to={productPath(product.slug)}>{product.name}</Link>
              </b>
              <small className="code">
                {product.number ? `${product.number}, ` : ''}
                {grouped(product.stock)} in stock
              </small>
            </span>
          </span>
          <span className="n">{priceEach(product.unitPrice / product.minOrder)}</span>
          <LinkButton
            size="sm"
            variant="ink"
            to={productPath(product.slug)}
            aria-label={`Look at ${fullName(product)}`}
          >
            Look
          </LinkButton>
        </li>
      ))}
    </ul>
  )
}
