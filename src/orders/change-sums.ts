import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../database/db.ts'
import { gramsOf } from '../products/products.ts'
import { isChargeable } from '../products/total.ts'
import { countryCodeOf, countryNameOf } from '../sums/countries.ts'
import { needCountry, reckon, type Terms, termsFor } from '../sums/reckon.ts'
import { rulesOf } from '../sums/rules.ts'
import { buyersOf } from '../sums/tax-numbers.ts'
import { MAX_CENTS } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import type { CompleteDelivery } from './contract.ts'
import { checkedCountry, refuseTaxNumber } from './order-sums.ts'
import { type LineRow, linesOf, type OrderRow, type WholeOrder } from './orders.ts'
import { orders } from './table.server.ts'

type Changed = { order: WholeOrder; isReckonedAnew: boolean }

/**
 * Sets the address of an unpaid order whose row the caller has locked. Another country, or a buyer with other tax rates,
 * recalculates its sums by the present rules; then no payment of it may be open. Throws Refusal invalid for a country or
 * a tax number.
 */
export async function setDelivery(tx: Db, order: OrderRow, where: z.output<typeof CompleteDelivery>): Promise<Changed> {
  const lines = await linesOf(tx, order.id)
  const rules = await rulesOf(tx)
  const country = checkedCountry(rules, where.country, needCountry(rules))
  const { company = order.company, taxNumber = order.taxNumber } = where
  refuseTaxNumber(taxNumber, country)
  const before = countryCodeOf(order.country)
  const buyers = buyersOf({ company, taxNumber, country })
  const isOther = country !== before || buyers !== buyersOf({ ...order, country: before })
  const isReckonedAnew = order.awaitsCountry || (needCountry(rules) && isOther)
  const set = { ...where, company, taxNumber, country: country ? countryNameOf(country) : where.country }
  if (!isReckonedAnew) return { order: { ...(await update(tx, order, set)), lines }, isReckonedAnew }
  const terms: Terms = { ...termsFor(rules, { country, buyers }), ...(order.terms.code && { code: order.terms.code }) }
  const productIds = lines.map(({ productId }) => productId)
  const grams = terms.zone?.perKgCents ? { grams: await gramsOf(tx, productIds) } : {}
  const whole = { ...terms, ...grams }
  const changed = await update(tx, order, {
    ...set,
    terms: whole,
    awaitsCountry: false,
    ...sumsAnew(lines, whole, TOO_LITTLE),
  })
  return { order: { ...changed, lines }, isReckonedAnew }
}

async function update(tx: Db, { id }: OrderRow, values: Partial<OrderRow>): Promise<OrderRow> {
  const [row] = await tx.update(orders).set(values).where(eq(orders.id, id)).returning()
  if (!row) throw new Error('the order is gone')
  return row
}

const TOO_LITTLE = 'With this address the order would cost less than $0.50.'
const TOO_MUCH = 'The order would then cost more than $999,999.99.'

/**
 * The sum columns of an order with these lines. Throws Refusal conflict for a sum that no card can be charged, with
 * `tooLittle` for one below the smallest.
 */
export function sumsAnew(lines: LineRow[], terms: Terms, tooLittle: string) {
  const { discountCents, shippingCents, taxCents, priceCents } = reckon(lines, terms)
  if (!isChargeable(priceCents)) throw new Refusal('conflict', priceCents > MAX_CENTS ? TOO_MUCH : tooLittle)
  return { discountCents, shippingCents, taxCents, priceCents }
}
