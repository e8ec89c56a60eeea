import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useOwnPrice } from '../sums/use-own-prices.ts'
import { classes } from '../ui/classes.ts'
import { ArrowRight } from '../ui/icons.tsx'
import { Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import { grouped } from '../wire/grouped.ts'
import type { Product } from './contract.ts'
import { fullName } from './full-name.ts'
import { perPieces } from './per-pieces.ts'
import { productPath, purchasePath } from './product-path.ts'
import { isSoldOut } from './quantity.ts'

type Shown = Pick<Product, 'name' | 'number' | 'description' | 'img' | 'unitPrice' | 'stock' | 'minOrder'>

type ProductCardProps = { product: Product; model?: string | undefined; priority?: boolean; children?: ReactNode }

/**
 * A product in the list, for a model where one is given: its name is the way to its page, the rest of the card to its
 * order; `children` lie over its picture.
 */
export function ProductCard({ product: listed, model, priority = false, children }: ProductCardProps) {
  const product = useOwnPrice(listed)
  const isOut = isSoldOut(product)
  return (
    <li className={classes('card', isOut && 'out')}>
      <CardFacts product={product} priority={priority} to={productPath(product.slug, { model })} />
      {children}
      <Link
        className="go"
        to={purchasePath(product._id, { model })}
        prefetch="intent"
        aria-label={labelOf(product, isOut)}
      >
        <span>{isOut ? 'Sold out' : 'Order Now'}</span>
        {isOut ? null : (
          <i>
            <ArrowRight />
          </i>
        )}
      </Link>
    </li>
  )
}

/** The content of a card above its foot row; also the preview of Add A Product. */
export function CardFacts({ product, priority = false, to }: { product: Shown; priority?: boolean; to?: string }) {
  const isOut = isSoldOut(product)
  const facts = [
    { label: 'Unit Price', value: <Price value={product.unitPrice} />, note: perPieces(product) },
    { label: 'Stock', value: Number.isFinite(product.stock) ? grouped(product.stock) : '–' },
    {
      label: 'Minimum Order',
      value: Number.isFinite(product.minOrder) ? grouped(product.minOrder) : '–',
    },
  ]
  return (
    <>
      <div className="plate">
        <Picture src={product.img} alt="" width={216} height={216} priority={priority} />
      </div>
      {isOut ? <span className="flag">Sold out</span> : null}
      <div className="txt">
        <h3>
          {to ? <Link to={to}>{product.name}</Link> : product.name}{' '}
          {product.number ? <span className="code font-normal text-ink-3">{product.number}</span> : null}
        </h3>
        <p>{product.description}</p>
      </div>
      <TitleBlock facts={facts} kind="card" />
    </>
  )
}

const labelOf = (product: Product, isOut: boolean) => `${isOut ? 'Sold out' : 'Order Now'}: ${fullName(product)}`
