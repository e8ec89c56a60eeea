import { z } from 'zod'
import { Id } from '../wire/is-id.ts'
import { Listing } from '../wire/listing.ts'
import { Money, whole } from '../wire/numbers.ts'
import { oneLine } from '../wire/typed-text.ts'
import { countryCodeOf } from './countries.ts'
import { BUYERS, ELSEWHERE } from './reckon.ts'

const COUNTRY = 'Enter countries by name or code'
/** Of what was typed, in what is said about it. */
const MOST_LETTERS = 60
const PERCENT = 'Enter a share from 0 to 100 with at most two decimals'
const name = (most: number) => oneLine(most).min(1, 'Name is Required')
const country = z
  .string()
  .trim()
  .refine((text) => text === ELSEWHERE || countryCodeOf(text) !== undefined, {
    error: ({ input }) => (input ? `${COUNTRY}; “${String(input).slice(0, MOST_LETTERS)}” is none` : COUNTRY),
  })
  .transform((text) => countryCodeOf(text) ?? ELSEWHERE)

/** A percentage, as a number or as the text of a form. */
const Percent = z
  .union(
    [
      z.number(PERCENT),
      z
        .string()
        .trim()
        .regex(/^\d{1,3}(\.\d{1,2})?$/, PERCENT)
        .transform(Number),
    ],
    PERCENT,
  )
  .refine((share) => share >= 0 && share <= 100, PERCENT)
  .refine((share) => Math.abs(share * 100 - Math.round(share * 100)) < 1e-6, PERCENT)
  .overwrite((share) => Math.round(share * 100) / 100)

const id = { _id: z.uuid() }
const stored = { ...id, version: z.number().int() }
const STALE = 'Load the page again: what it shows may be out of date'
/** The page of an earlier release sends none. */
const asRead = { version: z.number(STALE).int(STALE).min(1, STALE).describe('As it was read') }
const MOST_COUNTRIES = 300

/** PUT /sum-settings */
export const SumSettings = z.object({
  showsTax: z.boolean().describe('Whether carts show sums with their tax in them'),
})
export type SumSettings = z.infer<typeof SumSettings>

export const PutZone = z.object({
  name: name(60),
  countries: z
    .array(country)
    .min(1, COUNTRY)
    .max(MOST_COUNTRIES, COUNTRY)
    .transform((all) => [...new Set(all)].sort())
    .describe('ISO codes or English names; * stands for all that no zone names'),
  flat: Money.describe('What each order costs, in dollars'),
  perKg: Money.default(0).describe('What each kilogram begun adds'),
  freeFrom: Money.nullable().default(null).describe('From this sum of lines less their discount on it costs nothing'),
})
export const ChangeZone = PutZone.extend(asRead)
export const Zone = z.object({
  ...stored,
  name: z.string(),
  countries: z.array(z.string()),
  flat: z.number(),
  perKg: z.number(),
  freeFrom: z.number().nullable(),
})
export type Zone = z.infer<typeof Zone>

export const PutRate = z.object({
  name: name(40).describe('How the tax is called, such as VAT'),
  country: country.refine((code) => code !== ELSEWHERE, COUNTRY),
  buyers: z.enum(BUYERS).describe('Whom it is for: companies, or those of them with a tax number, where not everybody'),
  percent: Percent,
  onShipping: z.boolean().default(true),
})
export const ChangeRate = PutRate.extend(asRead)
export const Rate = z.object({
  ...stored,
  name: z.string(),
  country: z.string(),
  buyers: z.enum(BUYERS),
  percent: z.number(),
  onShipping: z.boolean(),
})
export type Rate = z.infer<typeof Rate>

const CODE = 'Enter 3 to 30 letters, digits and hyphens'
/** A code as people type it. */
export const CodeWord = z
  .string()
  .trim()
  .max(60, CODE)
  .transform((text) => text.toUpperCase())
const MOST_USES = 1_000_000
const USES = 'Enter how many times, from 1'
const uses = whole(USES)
  .refine((n) => n >= 1 && n <= MOST_USES, USES)
  .nullable()
  .default(null)
const [EARLIEST, END] = [Date.UTC(2000), Date.UTC(2101)]
/** In UTC within years that the database and the date fields of every browser write alike. */
const instant = z.iso
  .datetime({ offset: true, message: 'Enter a date' })
  .refine((text) => Date.parse(text) >= EARLIEST && Date.parse(text) < END, 'Enter a date from 2000 to 2100')
  .nullable()
  .default(null)

export const PutCode = z
  .object({
    code: CodeWord.refine((code) => /^[A-Z0-9-]{3,30}$/.test(code), CODE),
    percent: Percent.nullable().default(null),
    sum: Money.nullable().default(null),
    from: Money.default(0).describe('What the lines have to cost'),
    beginsAt: instant,
    endsAt: instant,
    mostUses: uses.describe('In all; null is without end'),
    mostEach: uses.describe('By one buyer'),
  })
  .refine(({ percent, sum }) => (percent === null) !== (sum === null), {
    path: ['percent'],
    message: 'Enter a share or a sum, one of them',
  })
  .refine(({ percent, sum }) => percent !== 0 && sum !== 0, { path: ['percent'], message: 'Enter more than nothing' })
  .refine(({ beginsAt, endsAt }) => !beginsAt || !endsAt || Date.parse(beginsAt) < Date.parse(endsAt), {
    path: ['endsAt'],
    message: 'It ends after it begins',
  })
export const ChangeCode = PutCode.safeExtend(asRead)
export const DiscountCode = z.object({
  ...stored,
  code: z.string(),
  percent: z.number().nullable(),
  sum: z.number().nullable(),
  from: z.number(),
  beginsAt: z.iso.datetime().nullable(),
  endsAt: z.iso.datetime().nullable(),
  mostUses: z.number().int().nullable(),
  mostEach: z.number().int().nullable(),
  uses: z.number().int(),
})
export type DiscountCode = z.infer<typeof DiscountCode>

const MOST_PRICES = 500

export const PutGroup = z.object({
  name: name(60),
  percent: Percent.refine((share) => share <= 99, 'Enter a share up to 99')
    .default(0)
    .describe('Off every list price'),
  prices: z
    .array(
      z.object({
        part: z
          .string()
          .trim()
          .min(1, 'Enter a part number')
          .max(100)
          .describe('Its number in any spelling, or its id'),
        unitPrice: Money.refine((price) => price > 0, 'Enter a price'),
      }),
    )
    .max(MOST_PRICES, `At most ${MOST_PRICES} prices`)
    .default([])
    .describe('Prices of one minimum order, in place of the share'),
})
export const ChangeGroup = PutGroup.extend(asRead)

/** The most people of a group that its answer names. */
export const MOST_NAMED = 20

export const PriceGroup = z.object({
  ...stored,
  name: z.string(),
  percent: z.number(),
  prices: z.array(
    z.object({ productId: z.uuid(), name: z.string(), number: z.string().nullable(), unitPrice: z.number() }),
  ),
  people: z.array(z.object({ _id: z.uuid(), email: z.string() })).describe(`The first ${MOST_NAMED} of them`),
  peopleCount: z.number().int(),
})
export type PriceGroup = z.infer<typeof PriceGroup>

/** PUT /price-groups/people: sets a user's group; null removes the user from every group. */
export const PutPerson = z.object({ email: z.string().trim().toLowerCase().max(320), groupId: Id.nullable() })
export const PersonInGroup = z.object({ ...id, email: z.string(), group: z.string().nullable() })

export const CodeListing = Listing
export type CodeListing = z.infer<typeof CodeListing>

/** A page is short, because each group comes with all its prices. */
export const GroupListing = Listing.extend({
  limit: z.coerce.number().int().min(1).max(50).default(50).describe('At most 50'),
})
export type GroupListing = z.infer<typeof GroupListing>

/** What sums depend on beside the lines. */
export const SumFacts = z.object({
  code: oneLine(60).default('').describe('A discount code'),
  company: oneLine(120).default('').describe("The buyer's company"),
  taxNumber: oneLine(30).default('').describe("The company's tax number"),
})
export type SumFacts = z.output<typeof SumFacts>

/** A sum by its parts, in dollars: price = lines − discount + shipping + tax. */
export const OrderSums = z.object({
  lines: z.number().describe('What the lines cost together'),
  discount: z.number(),
  shipping: z.number(),
  tax: z.number(),
  price: z.number().describe('What is to be paid for all of it'),
  awaitsCountry: z.boolean().describe('Whether shipping and tax are reckoned once the country is told'),
  taxName: z.string().nullable().describe('Such as VAT 19 %'),
  code: z.string().nullable().describe('The discount code'),
})
export type OrderSums = z.infer<typeof OrderSums>

/** What is removed: as it was read, or, without a version, whatever has become of it. */
export const RemoveRow = z.object({ version: z.coerce.number().int().min(1).optional().describe('As it was read') })
export const RemoveZone = RemoveRow.extend({
  zones: z.coerce.number().int().min(1).optional().describe('How many zones there were; a conflict when there are not'),
})
export const RemoveGroup = RemoveRow.extend({
  people: z.coerce.number().int().min(0).optional().describe('How many were in it; a conflict when there are not'),
})

/** The sums of an order with these lines; `lines` is of those that can be had. */
export const Quote = OrderSums.omit({ code: true }).extend({
  taxOnShipping: z.boolean(),
  showsTax: z.boolean(),
  needsCountry: z.boolean().describe('Whether sums depend on where the parts go'),
  freeFrom: z.number().nullable().describe('From this sum of lines less their discount on shipping is free'),
  problems: z.array(z.object({ field: z.enum(['code', 'country', 'taxNumber']), message: z.string() })),
})
export type Quote = z.infer<typeof Quote>
