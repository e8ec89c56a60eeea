import { pieces } from '../products/per-pieces.ts'
import { termsOf, totalCents, unitPriceAt } from '../products/total.ts'
import { type Offer, unsure } from '../sums/offer.ts'
import { taxOf, taxWords, withTaxOf } from '../sums/tax-in.ts'
import { formatMoney } from '../ui/format-money.ts'
import { grouped } from '../wire/grouped.ts'
import { toDollars } from '../wire/money.ts'

/** The total with its calculation, without tax; nothing for a quantity of 0. */
export function OrderTotal({ offer, quantity }: { offer: Offer; quantity: number }) {
  const { product, tax } = offer
  const { minOrder } = product
  const unitPriceCents = unitPriceAt(termsOf(product), quantity)
  const cents = totalCents(unitPriceCents, minOrder, quantity)
  const words = `${quantity ? `for ${pieces(quantity)}` : 'of a quantity we can sell'}${taxWords(offer)}`
  return (
    <>
      <div className="total">
        <div>
          <p className="flabel">Total price</p>
          <p className="lab">{words}</p>
        </div>
        <output aria-label="Total price" className={unsure(offer)}>
          {quantity ? formatMoney(toDollars(withTaxOf(tax, cents))) : NONE}
        </output>
      </div>
      <div className={offer.isSure ? 'sum' : 'sum unsure'}>
        <span>{formatMoney(toDollars(unitPriceCents))}</span>
        <span>÷</span>
        <span>{grouped(minOrder)}</span>
        <span>×</span>
        <span>{quantity ? grouped(quantity) : NONE}</span>
        <small>
          unit price
          {tax?.isShown ? (
            <>
              <br />
              excl. tax
            </>
          ) : null}
        </small>
        <small />
        <small>minimum order</small>
        <small />
        <small>quantity</small>
      </div>
      {tax && quantity ? (
        <p className="hint">
          {tax.name} {tax.isShown ? 'in it' : 'comes to it'}: {formatMoney(toDollars(taxOf(tax, cents)))}
        </p>
      ) : null}
    </>
  )
}

const NONE = '–'
