import { useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import { AddToCart } from '../carts/add-to-cart.tsx'
import { purchasePath } from '../products/product-path.ts'
import { isSoldOut, isValidQuantity, quantityHint } from '../products/quantity.ts'
import type { Offer } from '../sums/offer.ts'
import { useOffer } from '../sums/use-offer.ts'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { Reading } from '../ui/reading.tsx'
import { Stepper } from '../ui/stepper.tsx'
import { grouped } from '../wire/grouped.ts'
import type { PartPage } from './contract.ts'

const FitBox = later(async () => (await import('../fits/fit-box.tsx')).FitBox)
const OfferFacts = later(async () => (await import('../sums/offer-facts.tsx')).OfferFacts)
const OfferTotal = later(async () => (await import('../sums/offer-total.tsx')).OfferTotal)
const OwnPrice = later(async () => (await import('../sums/own-price.tsx')).default)
const Nudge = later(async () => (await import('../products/nudge.tsx')).Nudge)
const Availability = later(async () => (await import('../products/availability.tsx')).Availability)
const PriceBreaks = later(async () => (await import('../products/price-breaks.tsx')).PriceBreaks)
const Substitutes = later(async () => (await import('./substitutes.tsx')).Substitutes)
const NotifyForm = later(async () => (await import('../alerts/notify-form.tsx')).NotifyForm)

type BuyBoxProps = { page: PartPage; backBy: string | null }

/** Name, price, breaks and quantity of a part, and the way to its order. */
export function BuyBox({ page, backBy }: BuyBoxProps) {
  const { product, substitutes } = page
  const { offer, prices } = useOffer(product)
  const isOut = isSoldOut(product)
  return (
    <div className="panel top">
      <div className="pad">
        <p className="lab code">{[product.number, product.maker].filter(Boolean).join(' · ')}</p>
        <h1>{product.name}</h1>
        <Said page={page} />
      </div>
      <OfferFacts offer={offer} />
      {prices.hasGroups || prices.hasTax ? <OwnPrice listed={product} prices={prices} /> : null}
      <FitBox product={product._id} />
      {isOut ? <PriceBreaks product={offer.shown} quantity={0} /> : <Choice offer={offer} />}
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

/** The average rating of a part and the numbers of its reviews and questions, if there are any. */
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
function Choice({ offer }: { offer: Offer }) {
  const { product, shown } = offer
  const [typed, setTyped] = useState<number | null>(product.minOrder)
  const [params] = useSearchParams()
  const quantity = typed !== null && isValidQuantity(product, typed) ? typed : 0
  return (
    <>
      <PriceBreaks product={shown} quantity={typed ?? 0} isSure={offer.isSure} />
      <Form className="choice" action={purchasePath(product._id)}>
        {['model', 'serial'].map((name) =>
          params.has(name) ? <input key={name} type="hidden" name={name} value={params.get(name) ?? ''} /> : null,
        )}
        <div className="pad grid gap-4">
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
            <OfferTotal offer={offer} quantity={quantity} />
          </Stepper>
          <Nudge product={shown} quantity={quantity} onTake={setTyped} />
        </div>
        <div className="buyfoot">
          <AddToCart product={product} quantity={quantity} />
          <Button variant="key" size="lg" full type="submit">
            Order Now
          </Button>
        </div>
      </Form>
    </>
  )
}
