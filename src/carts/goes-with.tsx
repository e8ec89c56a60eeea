import { Link, useSearchParams } from 'react-router'
import { FitStatus } from '../fits/fit-mark.tsx'
import { FIT_ORDER } from '../fits/fit-words.ts'
import { useFits } from '../fits/use-fit.ts'
import type { GoesWith } from '../parts/contract.ts'
import type { Product } from '../products/contract.ts'
import { priceEach } from '../products/per-pieces.ts'
import { productPath } from '../products/product-path.ts'
import { useOwnPrices } from '../sums/use-own-prices.ts'
import { Picture } from '../ui/picture.tsx'
import { AddForm } from './add-form.tsx'

type GoesWithListProps = {
  items: GoesWith[]
  children: (product: Product) => React.ReactNode
  isNamed?: boolean
  model?: string | undefined
}

/**
 * Parts that are usually needed too, a row each with its act; `isNamed` says with which part. With `model`, else the chosen
 * appliance, each says whether it fits, and what does not stands last.
 */
export function GoesWithList({ items, children, isNamed = false, model }: GoesWithListProps) {
  const products = useOwnPrices(items.map(({ product }) => product))
  const fits = useFits(
    products.map(({ _id }) => _id),
    model,
  )
  const rows = products.map((product, at) => ({ product, beside: items[at]?.with, fit: fits?.[at] }))
  const inOrder = fits ? FIT_ORDER.flatMap((word) => rows.filter(({ fit }) => fit === word)) : rows
  return (
    <ul className={isNamed ? 'kept panel pairs' : 'kept panel'}>
      {inOrder.map(({ product, beside, fit }) => (
        <li key={product._id}>
          <span className="pn">
            <Picture className="thumb" src={product.img} alt="" width={48} height={48} />
            <span>
              <b>
                <Link to={productPath(product.slug)}>{product.name}</Link>
              </b>
              <span className="flex flex-wrap gap-x-3">
                <small className="code">
                  {[product.number, isNamed && `with ${beside}`].filter(Boolean).join(', ')}
                </small>
                {fit ? <FitStatus fit={fit} /> : null}
              </span>
            </span>
          </span>
          <span className="n">{priceEach(product.unitPrice / product.minOrder)}</span>
          {children(product)}
        </li>
      ))}
    </ul>
  )
}

/** On a part's page: what is changed with it, its fit told for the model in the address. */
export function ChangedWithIt({ items }: { items: GoesWith[] }) {
  const model = useSearchParams()[0].get('model') ?? undefined
  return (
    <section id="with">
      <h2 className="text-20 mb-2">Changed with it</h2>
      <GoesWithList items={items} model={model}>
        {(product) => <AddForm part={product} fixed={product.minOrder} />}
      </GoesWithList>
    </section>
  )
}
