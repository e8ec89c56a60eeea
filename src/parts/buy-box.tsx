import { useState } from 'react'
import { Form } from 'react-router'
import { AddToCart } from '../carts/add-to-cart.tsx'
import { Availability } from '../products/availability.tsx'
import type { Product } from '../products/contract.ts'
import { Nudge } from '../products/nudge.tsx'
import { perPieces, priceEach } from '../products/per-pieces.ts'
import { purchasePath } from '../products/product-path.ts'
import { eachAt, isSoldOut, isValidQuantity, quantityHint, termsOf, totalAt } from '../products/quantity.ts'
import { Button } from '../ui/button.tsx'
import { formatMoney } from '../ui/format-money.ts'
import { later } from '../ui/later.tsx'
import { Price } from '../ui/price.tsx'
import { Reading } from '../ui/reading.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { TitleBlock } from '../ui/title-block.tsx'
import { grouped } from '../wire/grouped.ts'
import { toDollars } from '../wire/money.ts'
import type { PartPage } from './contract.ts'

const FitBox = later(async () => (await import('../fits/fit-box.tsx')).FitBox)
const PriceBreaks = later(async () => (await import('../products/price-breaks.tsx')).PriceBreaks)
const Substitutes = later(async () => (await import('./substitutes.tsx')).Substitutes)
const NotifyForm = later(async () => (await import('../alerts/notify-form.tsx')).NotifyForm)

type BuyBoxProps = { page: PartPage; backBy: string | null }

/** Name, price, breaks and quantity of a part, and the way to its order. */
export function BuyBox({ page, backBy }: BuyBoxProps) {
  const { product, substitutes } = page
  const isOut = isSoldOut(product)
  return (
    <div className="panel top">
      <div className="pad">
        <p className="lab code">{[product.number, product.maker].filter(Boolean).join(' · ')}</p>
        <h1>{product.name}</h1>
        <Said page={page} />
      </div>
      <TitleBlock
        kind="facts"
        facts={[
          { label: 'Unit Price', value: <Price value={product.unitPrice} />, note: perPieces(product) },
          { label: 'Stock', value: grouped(product.stock) },
          { label: 'Minimum Order', value: grouped(product.minOrder) },
        ]}
      />
      <FitBox product={product._id} />
      {isOut ? <PriceBreaks product={product} quantity={0} /> : <Choice key={product._id} product={product} />}
      <Availability product={product} backBy={backBy} />
      {isOut ? <NotifyForm product={product} /> : null}
      {isOut && substitutes.length ? (
        <div className="pad grid gap-4">
          <p className="flabel">In its place</p>
          <Substitutes products={substitutes} />
        </div>
      ) : null}
    </div>
  )
}

/** What others say of the part, where somebody says something. */
function Said({ page: { reviews, questions } }: { page: PartPage }) {
  const { average, count } = reviews.rating
  if (count + questions.count === 0) return null
  return (
    <p className="s14 soft said">
      {average === null ? null : <Reading value={Math.round(average)} label={`Ratings: ${average.toFixed(1)}`} />}
      <span>
        <a href="#reviews">{counted(count, 'review')}</a>,{' '}
        <a href="#questions">{counted(questions.count, 'question')}</a>
      </span>
    </p>
  )
}

const counted = (count: number, what: string) => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`

/** A form that the browser can send by itself; with its script the sum follows the quantity. */
function Choice({ product }: { product: Product }) {
  const [typed, setTyped] = useState<number | null>(product.minOrder)
  const quantity = typed !== null && isValidQuantity(product, typed) ? typed : 0
  const terms = termsOf(product)
  return (
    <>
      <PriceBreaks product={product} quantity={typed ?? 0} />
      <Form className="pad grid gap-4" action={purchasePath(product._id)}>
        <Stepper
          label="Quantity"
          name="quantity"
          counts="pieces"
          value={typed}
          onChange={setTyped}
          min={product.minOrder}
          max={product.stock}
          step={product.multiple}
          hint={quantityHint(product)}
        >
          <div className="total grow">
            <span className="hint">
              {quantity ? `${grouped(quantity)} at ${priceEach(eachAt(terms, quantity))}` : 'No quantity we can sell'}
            </span>
            <output aria-label="Total price">
              {quantity ? formatMoney(toDollars(totalAt(terms, quantity))) : '–'}
            </output>
          </div>
        </Stepper>
        <Nudge product={product} quantity={quantity} onTake={setTyped} />
        <AddToCart product={product} quantity={quantity} />
        <Button variant="key" size="lg" full type="submit">
          Order Now
        </Button>
      </Form>
    </>
  )
}
