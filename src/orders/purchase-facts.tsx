import type { ReactNode } from 'react'
import { href } from 'react-router'
import type { Product } from '../products/contract.ts'
import { measureOf } from '../products/measure.ts'
import { isSoldOut } from '../products/quantity.ts'
import type { Offer } from '../sums/offer.ts'
import { KeyValues } from '../ui/key-values.tsx'
import { later } from '../ui/later.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Picture } from '../ui/picture.tsx'
import { grouped } from '../wire/grouped.ts'

const OfferFacts = later(async () => (await import('../sums/offer-facts.tsx')).OfferFacts)

type PurchaseFactsProps = {
  offer: Offer
  /** The panel that sells the product, under the price; absent when the product is sold out. */
  children: ReactNode
}

/** The layout of a product's page: the drawing, the panel with name and price, then the other facts. */
export function PurchaseFacts({ offer, children }: PurchaseFactsProps) {
  const product = offer.listed
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
        <OfferFacts offer={offer} />
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
