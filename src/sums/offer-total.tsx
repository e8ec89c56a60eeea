import { priceEach } from '../products/per-pieces.ts'
import { eachAt, termsOf, totalAt } from '../products/total.ts'
import { formatMoney } from '../ui/format-money.ts'
import { grouped } from '../wire/grouped.ts'
import { toDollars } from '../wire/money.ts'
import { type Offer, unsure } from './offer.ts'
import { taxWords, withTaxOf } from './tax-in.ts'

/** The total of a quantity and the price of one piece; nothing for a quantity of 0. */
export function OfferTotal({ offer, quantity }: { offer: Offer; quantity: number }) {
  const { product, shown, tax } = offer
  const each = quantity
    ? `${grouped(quantity)} at ${priceEach(eachAt(termsOf(shown), quantity))}${taxWords(offer)}`
    : 'No quantity we can sell'
  const cents = quantity ? withTaxOf(tax, totalAt(termsOf(product), quantity)) : 0
  return (
    <div className="total grow">
      <span className={unsure(offer) ? 'hint unsure' : 'hint'}>{each}</span>
      <output aria-label="Total price" className={unsure(offer)}>
        {quantity ? formatMoney(toDollars(cents)) : '–'}
      </output>
    </div>
  )
}
