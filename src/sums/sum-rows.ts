import { formatMoney } from '../ui/format-money.ts'
import { toCents, toDollars } from '../wire/money.ts'
import type { OrderSums } from './contract.ts'
import { withTax } from './reckon.ts'

/** What is said beside a sum before the country is told: shipping and tax are not in it yet. */
export const COUNTRY_ADDS = 'Shipping and tax are added once the country is told.'
/** The same in the place of `excl. tax`. */
export const WITHOUT_BOTH = 'excl. shipping and tax'

/** The label of a sum that is to be paid; before the country is told it is only what the parts cost. */
export const dueLabel = ({ awaitsCountry }: Pick<OrderSums, 'awaitsCountry'>, label = 'To pay') =>
  awaitsCountry ? 'Parts' : label

type Shown = Omit<OrderSums, 'price' | 'awaitsCountry'> & {
  price?: number
  showsTax?: boolean
  taxOnShipping?: boolean
  freeFrom?: number | null
}

/**
 * The steps from the lines to the price as rows of label and value; none when nothing is added or subtracted. Where tax is
 * one of them, the first row says whether the rows have it in them, because the lines above never do.
 */
export function sumRows(sums: Shown, linesLabel = 'Parts') {
  const { discount, shipping, tax, taxName, code } = sums
  const isFree = shipping === 0 && typeof sums.freeFrom === 'number'
  if (!code && !taxName && !isFree && [discount, shipping, tax].every((sum) => sum === 0)) return []
  const shown = sums.showsTax ? gross(sums) : sums
  const taxWord = taxName ? `, ${sums.showsTax ? 'incl' : 'excl'}. tax` : ''
  return [
    { label: `${linesLabel}${taxWord}`, value: formatMoney(shown.lines) },
    ...(code ? [{ label: `Code ${code}`, value: `−${formatMoney(shown.discount)}` }] : []),
    ...(shipping || isFree ? [{ label: 'Shipping', value: isFree ? 'free' : formatMoney(shown.shipping) }] : []),
    ...(taxName ? [{ label: sums.showsTax ? `${taxName} in it` : taxName, value: formatMoney(tax) }] : []),
  ]
}

/** The parts of a sum with their tax included. */
function gross({ lines, discount, shipping, tax, taxOnShipping }: Shown) {
  const cents = {
    linesCents: toCents(lines),
    discountCents: toCents(discount),
    shippingCents: toCents(shipping),
    taxCents: toCents(tax),
  }
  const shown = withTax(cents, taxOnShipping)
  return {
    lines: toDollars(shown.linesCents),
    discount: toDollars(shown.discountCents),
    shipping: toDollars(shown.shippingCents),
  }
}
