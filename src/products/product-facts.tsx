import type { ReactNode } from 'react'
import { href } from 'react-router'
import { KeyValues } from '../ui/key-values.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Picture } from '../ui/picture.tsx'
import { Price } from '../ui/price.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import { grouped } from '../wire/grouped.ts'
import type { Product } from './contract.ts'
import { measureOf } from './measure.ts'
import { perPieces } from './per-pieces.ts'
import { isSoldOut } from './quantity.ts'

type ProductFactsProps = {
  product: Product
  /** The panel that sells the product, under the price; absent when it is sold out. */
  children: ReactNode
}

/** A product as its page shows it: the drawing, the panel with name and price, then what else is to be read. */
export function ProductFacts({ product, children }: ProductFactsProps) {
  return (
    <div className="buy">
      <div className="plate">
        <Picture src={product.img} alt={`Drawing of the ${product.name}`} width={512} height={512} priority />
      </div>
      <div className="panel top">
        <div className="pad">
          {product.number ? <p className="lab code">{product.number}</p> : null}
          <h1>{product.name}</h1>
        </div>
        <TitleBlock
          kind="facts"
          facts={[
            { label: 'Unit Price', value: <Price value={product.unitPrice} />, note: perPieces(product) },
            { label: 'Stock', value: grouped(product.stock) },
            { label: 'Minimum Order', value: grouped(product.minOrder) },
          ]}
        />
        {isSoldOut(product) ? <SoldOut product={product} /> : children}
      </div>
      <div className="about">
        <p className="soft">{product.description}</p>
        <Attributes product={product} />
      </div>
    </div>
  )
}

function Attributes({ product: { attributes } }: { product: Product }) {
  const rows = Object.entries(attributes).map(([label, { value, unit }]) => ({ label, value: measureOf(value, unit) }))
  return rows.length ? <KeyValues className="panel top" rows={rows} /> : null
}

function SoldOut({ product }: { product: Product }) {
  return (
    <div className="pad grid gap-4">
      <p>
        <b>Sold out.</b>{' '}
        {product.stock > 0
          ? `Only ${grouped(product.stock)} left, less than the minimum order of ${grouped(product.minOrder)}.`
          : 'Nothing is left on the shelf.'}
      </p>
      <LinkButton to={href('/products')} variant="ink">
        See other products
      </LinkButton>
    </div>
  )
}
