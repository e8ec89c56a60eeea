import { Link } from 'react-router'
import { fullName } from '../products/full-name.ts'
import { ProductCard } from '../products/product-card.tsx'
import { productPath } from '../products/product-path.ts'
import { Picture } from '../ui/picture.tsx'
import type { PartPage } from './contract.ts'

/** A part that was taken out of the shop, with what does its work today; `goneOn` is the day in words. */
export function RemovedPart({ page, goneOn }: { page: PartPage; goneOn: string }) {
  const { product, successor, substitutes } = page
  const others = [...(successor ? [successor] : []), ...substitutes.filter(({ _id }) => _id !== successor?._id)]
  return (
    <>
      <div className="lost gone">
        <div>
          <h1>{product.number ?? product.name} is no longer sold.</h1>
          <p className="soft mb-4">
            We took the {product.name} off the shelf on {goneOn}.{' '}
            {successor ? (
              <>
                In its place we sell the <Link to={productPath(successor.slug)}>{fullName(successor)}</Link>.
              </>
            ) : (
              'Nothing replaces it in full.'
            )}{' '}
            Orders and receipts that name it stay as they are.
          </p>
          {others.length ? <p className="s14 soft">These do the same work. Compare them before you order.</p> : null}
        </div>
        <div className="plate">
          <Picture src={product.img} alt="" width={240} height={240} priority />
        </div>
      </div>
      {others.length ? (
        <section className="mt-12">
          <div className="head">
            <h2>{successor ? 'In its place' : 'Substitutes'}</h2>
          </div>
          <ul className="cards">
            {others.map((other) => (
              <ProductCard key={other._id} product={other} />
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
