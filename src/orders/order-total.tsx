import type { Product } from '../products/contract.ts'
import { pieces } from '../products/per-pieces.ts'
import { termsOf, totalCents, unitPriceAt } from '../products/quantity.ts'
import { formatMoney } from '../ui/format-money.ts'
import { grouped } from '../wire/grouped.ts'
import { toDollars } from '../wire/money.ts'

/** The total with its sum written out; a quantity of 0 has none. */
export function OrderTotal({ product, quantity }: { product: Product; quantity: number }) {
  const { minOrder } = product
  const unitPriceCents = unitPriceAt(termsOf(product), quantity)
  const total = quantity ? formatMoney(toDollars(totalCents(unitPriceCents, minOrder, quantity))) : NONE
  return (
    <>
      <div className="total">
        <div>
          <p className="flabel">Total price</p>
          <p className="lab">{quantity ? `for ${pieces(quantity)}` : 'of a quantity we can sell'}</p>
        </div>
        <output aria-label="Total price">{total}</output>
      </div>
      <div className="sum">
        <span>{formatMoney(toDollars(unitPriceCents))}</span>
        <span>÷</span>
        <span>{grouped(minOrder)}</span>
        <span>×</span>
        <span>{quantity ? grouped(quantity) : NONE}</span>
        <small>unit price</small>
        <small />
        <small>minimum order</small>
        <small />
        <small>quantity</small>
      </div>
    </>
  )
}

const NONE = '–'
