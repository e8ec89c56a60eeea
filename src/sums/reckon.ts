/** The buyers that a tax rate applies to: everybody, companies, or companies with a tax number. */
export const BUYERS = ['everybody', 'companies', 'numbered'] as const
export type Buyers = (typeof BUYERS)[number]
export const BUYER_WORDS: Record<Buyers, string> = {
  everybody: 'Everybody',
  companies: 'Companies',
  numbered: 'Companies with a tax number',
}

export type ZoneTerms = { name: string; flatCents: number; perKgCents: number; freeFromCents: number | null }
export type RateTerms = { name: string; basisPoints: number; onShipping: boolean }
export type CodeTerms = { code: string; basisPoints: number | null; cents: number | null; fromCents: number }
export type Zone = ZoneTerms & { countries: string[] }
export type Rate = RateTerms & { country: string; buyers: Buyers }
/** Everything that sums are calculated from. */
export type Rules = { version: number; showsTax: boolean; hasGroups: boolean; zones: Zone[]; rates: Rate[] }
/** The zone, the rate and the code of one order, stored with it; `grams` is the weight of one piece by product. */
export type Terms = { zone?: ZoneTerms; rate?: RateTerms; code?: CodeTerms; grams?: Record<string, number> }

export type Sums = {
  linesCents: number
  discountCents: number
  shippingCents: number
  taxCents: number
  priceCents: number
}
type Line = { productId: string; quantity: number; priceCents: number }
export type Where = { country: string | undefined; buyers: Buyers }

/** Every country that no zone names. */
export const ELSEWHERE = '*'

/** Whether sums depend on the destination. */
export const needCountry = ({ zones, rates }: Rules) => zones.length > 0 || rates.length > 0

export const hasTax = ({ rates }: Rules) => rates.length > 0

/** Whether parts are sent to a country. */
export const isSentTo = ({ zones }: Rules, country: string) =>
  zones.length === 0 || zoneOf(zones, country) !== undefined

const zoneOf = (zones: Zone[], country: string) =>
  zones.find(({ countries }) => countries.includes(country)) ??
  zones.find(({ countries }) => countries.includes(ELSEWHERE))

/** The most specific rate: for a company with a tax number, else for a company, else for everybody. */
function rateOf(rates: Rate[], { country, buyers }: Where) {
  const nearest = BUYERS.slice(0, BUYERS.indexOf(buyers) + 1).reverse()
  const here = rates.filter((rate) => rate.country === country)
  return nearest.map((whom) => here.find((rate) => rate.buyers === whom)).find((rate) => rate !== undefined)
}

/** The terms of an order to a destination; without a country they have neither shipping nor tax. */
export function termsFor({ zones, rates }: Rules, where: Where): Pick<Terms, 'zone' | 'rate'> {
  const zone = where.country === undefined ? undefined : zoneOf(zones, where.country)
  const rate = where.country === undefined ? undefined : rateOf(rates, where)
  return { ...(zone && { zone: zoneTerms(zone) }), ...(rate && { rate: rateTerms(rate) }) }
}

const zoneTerms = ({ name, flatCents, perKgCents, freeFromCents }: Zone) => ({
  name,
  flatCents,
  perKgCents,
  freeFromCents,
})
const rateTerms = ({ name, basisPoints, onShipping }: Rate) => ({ name, basisPoints, onShipping })

/** Such as VAT 19 %. */
export const taxNameOf = ({ name, basisPoints }: Pick<RateTerms, 'name' | 'basisPoints'>) =>
  `${name} ${basisPoints / 100} %`

/** A share in basis points, rounded half up. */
export const shareOf = (cents: number, basisPoints: number) => Math.floor((cents * basisPoints + 5000) / 10_000)

/** Price = lines − discount + shipping + tax, in cents. All sums are calculated here. */
export function reckon(lines: Line[], terms: Terms): Sums {
  const linesCents = lines.reduce((sum, { priceCents }) => sum + priceCents, 0)
  const discountCents = discountOf(linesCents, terms.code)
  const shippingCents = shippingOf(lines, linesCents - discountCents, terms)
  const taxed = linesCents - discountCents + (terms.rate?.onShipping ? shippingCents : 0)
  const taxCents = shareOf(taxed, terms.rate?.basisPoints ?? 0)
  const priceCents = linesCents - discountCents + shippingCents + taxCents
  return { linesCents, discountCents, shippingCents, taxCents, priceCents }
}

function discountOf(linesCents: number, code: CodeTerms | undefined) {
  if (!code || linesCents < code.fromCents) return 0
  return code.cents === null ? shareOf(linesCents, code.basisPoints ?? 0) : Math.min(code.cents, linesCents)
}

function shippingOf(lines: Line[], cents: number, { zone, grams = {} }: Terms) {
  if (!zone || (zone.freeFromCents !== null && cents >= zone.freeFromCents)) return 0
  const weight = lines.reduce((sum, { productId, quantity }) => sum + quantity * (grams[productId] ?? 0), 0)
  return zone.flatCents + zone.perKgCents * Math.ceil(weight / 1000)
}

type Discounted = Pick<Sums, 'linesCents' | 'discountCents' | 'shippingCents' | 'taxCents'>

/** The sums with their tax included. They add up to the same price; the lines take the rounding difference. */
export function withTax({ linesCents, discountCents, shippingCents, taxCents }: Discounted, onShipping = true) {
  const taxed = linesCents - discountCents + (onShipping ? shippingCents : 0)
  if (taxCents === 0 || taxed <= 0) return { linesCents, discountCents, shippingCents }
  const ofShipping = onShipping ? Math.round((shippingCents * taxCents) / taxed) : 0
  const ofDiscount = Math.round((discountCents * taxCents) / taxed)
  return {
    linesCents: linesCents + taxCents + ofDiscount - ofShipping,
    discountCents: discountCents + ofDiscount,
    shippingCents: shippingCents + ofShipping,
  }
}
