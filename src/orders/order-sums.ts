import type { User } from '../accounts/contract.ts'
import type { Db } from '../database/db.ts'
import type { Offer } from '../products/products.ts'
import { isChargeable, totalAt } from '../products/total.ts'
import type { Shop } from '../shop.ts'
import { codeTerms, lockCode, whyNotBuyer, whyNotCode } from '../sums/codes.ts'
import type { SumFacts } from '../sums/contract.ts'
import { countryCodeOf, countryNameOf } from '../sums/countries.ts'
import { type Group, groupOf, pricedFor } from '../sums/groups.ts'
import { hasTax, isSentTo, needCountry, type Rules, reckon, type Sums, type Terms, termsFor } from '../sums/reckon.ts'
import { keptRules } from '../sums/rules.ts'
import { buyersOf, isTaxNumber } from '../sums/tax-numbers.ts'
import { Refusal } from '../wire/refusal.ts'
import type { Delivery } from './contract.ts'

/** The rules and the group for an order's sums, looked up before its transaction, which checks their version. */
export type Basis = { rules: Rules; group: Group | undefined }
/** A quantity of a product: `offered` is the product as it was looked up, `terms` what its buyer pays for it. */
export type Wanted = { offered: Offer; terms: Offer; quantity: number; reference?: string }
export type Where = Delivery & Partial<SumFacts>
/** The sums of a new order, the terms they were calculated by, and the destination with the name of its country. */
export type Reckoned = { sums: Sums; terms: Terms; awaitsCountry: boolean; country: string }

export async function basisOf({ lookups }: Pick<Shop, 'lookups'>, { id }: Pick<User, 'id'>): Promise<Basis> {
  const rules = await keptRules(lookups)
  return { rules, group: rules.hasGroups ? await groupOf(lookups, id) : undefined }
}

export const wantedBy = ({ group }: Basis, { offered, ...line }: Omit<Wanted, 'terms'>): Wanted => ({
  offered,
  terms: pricedFor(group, offered),
  ...line,
})

type Placing = {
  wanted: Wanted[]
  where: Where
  at: Date
  buyer: Pick<User, 'id' | 'emailVerified'>
  needsCountry?: boolean
}

/** The sums of an order that `tx` places. Throws Refusal for a country, a tax number or a code. */
export async function sumsOf(
  tx: Db,
  { rules }: Basis,
  { wanted, where, at, buyer, needsCountry }: Placing,
): Promise<Reckoned> {
  const { company = '', taxNumber = '', code } = where
  const country = checkedCountry(rules, where.country, needsCountry)
  refuseTaxNumber(taxNumber, country)
  const lines = wanted.map(({ terms, quantity }) => ({
    productId: terms.id,
    quantity,
    priceCents: totalAt(terms, quantity),
  }))
  const linesCents = lines.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const terms: Terms = {
    ...termsFor(rules, { country, buyers: buyersOf({ company, taxNumber, country }) }),
    ...(code && { code: await codeFor(tx, { code, buyer }, { linesCents, at, hasTax: hasTax(rules) }) }),
  }
  const grams = terms.zone?.perKgCents ? gramsIn(wanted) : undefined
  const whole = { ...terms, ...(grams && { grams }) }
  const awaitsCountry = needCountry(rules) && country === undefined
  return {
    sums: reckon(lines, whole),
    terms: whole,
    awaitsCountry,
    country: country ? countryNameOf(country) : where.country,
  }
}

const gramsIn = (wanted: Wanted[]) =>
  Object.fromEntries(wanted.flatMap(({ offered }) => (offered.weightGrams ? [[offered.id, offered.weightGrams]] : [])))

/**
 * The ISO code of a country as people write it. Throws Refusal invalid for a missing country that is needed, and for
 * one without shipping.
 */
export function checkedCountry(rules: Rules, text: string, isNeeded = false): string | undefined {
  const country = countryCodeOf(text)
  if (!needCountry(rules)) return country
  if (!country && isNeeded) throw new Refusal('invalid', 'Choose a country', { field: 'country' })
  if (country && !isSentTo(rules, country)) {
    throw new Refusal('invalid', `We do not send parts to ${countryNameOf(country)}`, { field: 'country' })
  }
  return country
}

export function refuseTaxNumber(taxNumber: string, country: string | undefined) {
  if (!taxNumber || isTaxNumber(taxNumber, country)) return
  const where = country ? ` of ${countryNameOf(country)}` : ''
  throw new Refusal('invalid', `This is not how a tax number${where} is written`, { field: 'taxNumber' })
}

type Using = { code: string; buyer: Pick<User, 'id' | 'emailVerified'> }

async function codeFor(tx: Db, { code, buyer }: Using, judged: Parameters<typeof whyNotCode>[1]) {
  const row = await lockCode(tx, code)
  const no = whyNotCode(row, judged) ?? (row && (await whyNotBuyer(tx, row, buyer)))
  if (no) throw no
  return row && codeTerms(row)
}

/** Why no card can be charged an order of these sums, undefined when one can. */
export function whyNotCharged({ linesCents, priceCents }: Sums): Refusal | undefined {
  if (!isChargeable(Math.max(linesCents, priceCents))) {
    const message = 'An order costs from $0.50 to $999,999.99. Choose another quantity.'
    return new Refusal('invalid', message, { field: 'quantity' })
  }
  if (isChargeable(priceCents)) return undefined
  const message = 'With this code less than $0.50 would be left to pay. Add parts, or take the code off.'
  return new Refusal('invalid', message, { field: 'code' })
}
