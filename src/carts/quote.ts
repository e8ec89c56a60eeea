import type { z } from 'zod'
import type { User } from '../accounts/contract.ts'
import { joinedLines, problemsOf } from '../orders/line-problems.ts'
import { checkedCountry, refuseTaxNumber, whyNotCharged } from '../orders/order-sums.ts'
import { termsOf, totalAt } from '../products/total.ts'
import type { Shop } from '../shop.ts'
import { countTry, type TriedCode } from '../sums/code-tries.ts'
import { codeNamed, codeTerms, whyNotBuyer, whyNotCode } from '../sums/codes.ts'
import type { Quote } from '../sums/contract.ts'
import { groupOf, productFor } from '../sums/groups.ts'
import { hasTax, needCountry, type Rules, reckon, type Sums, type Terms, taxNameOf, termsFor } from '../sums/reckon.ts'
import { rulesOf } from '../sums/rules.ts'
import { buyersOf } from '../sums/tax-numbers.ts'
import { toDollars } from '../wire/money.ts'
import { Refusal } from '../wire/refusal.ts'
import { offersFor } from './carts.ts'
import type { AskQuote } from './contract.ts'

type Asked = z.output<typeof AskQuote>
type Problem = Quote['problems'][number]
type Asker = { user: User | undefined; from: string }

/**
 * The sum of the available lines as an order of this user. What is wrong with the other facts is answered and left out
 * of the sum.
 */
export async function quoteFor(shop: Shop, { user, from }: Asker, asked: Asked): Promise<Quote> {
  const db = shop.lookups
  const { code } = asked
  const [rules, lines, tries] = await Promise.all([
    rulesOf(db),
    linesFor(shop, user, joinedLines(asked.lines)),
    code ? tooManyTries(shop, { code, from, userId: user?.id }) : undefined,
  ])
  const row = code && !tries ? await codeNamed(db, code) : undefined
  const { where, problems } = placeFor(rules, asked)
  const linesCents = lines.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const grams = Object.fromEntries(lines.map(({ productId, weight }) => [productId, weight]))
  const plain: Terms = { ...termsFor(rules, where), grams }
  const coded: Terms = row ? { ...plain, code: codeTerms(row) } : plain
  const awaitsCountry = needCountry(rules) && where.country === undefined
  const whyNotSum = () => (awaitsCountry ? undefined : tooLittleLeft(reckon(lines, coded)))
  const whyNot = () => tries ?? whyNotCode(row, { linesCents, at: shop.clock.now(), hasTax: hasTax(rules) })
  const no = code ? (whyNot() ?? (row && user && (await whyNotBuyer(db, row, user))) ?? whyNotSum()) : undefined
  if (no) problems.push({ field: 'code', message: no.message })
  return toQuote(rules, { lines, terms: no ? plain : coded, awaitsCountry, problems })
}

/** As the till says it; lines that cost too much or too little without the code are no fault of it. */
function tooLittleLeft(sums: Sums): Refusal | undefined {
  const no = whyNotCharged(sums)
  return no?.field === 'code' ? no : undefined
}

/** Too many tried codes refuse the code alone; the rest of the quote is still answered. */
async function tooManyTries(shop: Shop, tried: TriedCode): Promise<Refusal | undefined> {
  try {
    await countTry(shop, tried)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

async function linesFor({ db, lookups }: Shop, user: User | undefined, lines: Asked['lines']) {
  const [offers, group] = await Promise.all([offersFor(db, lines), user ? groupOf(lookups, user.id) : undefined])
  const problems = problemsOf(lines, offers)
  return lines.flatMap(({ productId, quantity }, place) => {
    const offer = offers[place]
    if (!offer || problems[place]) return []
    const priceCents = totalAt(termsOf(productFor(group, offer)), quantity)
    return [{ productId, quantity, priceCents, weight: offer.weightGrams ?? 0 }]
  })
}

/** The destination and the buyer's tax facts, as far as they are valid. */
function placeFor(rules: Rules, { country: text, company, taxNumber }: Asked) {
  const problems: Problem[] = []
  const tried = <T>(look: () => T) => {
    try {
      return look()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push({ field: error.field as Problem['field'], message: error.message })
      return undefined
    }
  }
  const country = tried(() => checkedCountry(rules, text, text !== ''))
  tried(() => refuseTaxNumber(taxNumber, country))
  return { where: { country, buyers: buyersOf({ company, taxNumber, country }) }, problems }
}

type Priced = { lines: Awaited<ReturnType<typeof linesFor>>; terms: Terms; awaitsCountry: boolean; problems: Problem[] }

function toQuote(rules: Rules, { lines, terms, awaitsCountry, problems }: Priced): Quote {
  const { linesCents, discountCents, shippingCents, taxCents, priceCents } = reckon(lines, terms)
  const { zone, rate } = terms
  return {
    lines: toDollars(linesCents),
    discount: toDollars(discountCents),
    shipping: toDollars(shippingCents),
    tax: toDollars(taxCents),
    price: toDollars(priceCents),
    awaitsCountry,
    taxName: rate ? taxNameOf(rate) : null,
    taxOnShipping: rate?.onShipping ?? false,
    showsTax: rules.showsTax,
    needsCountry: needCountry(rules),
    freeFrom: zone && zone.freeFromCents !== null ? toDollars(zone.freeFromCents) : null,
    problems,
  }
}
