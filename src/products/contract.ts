import { z } from 'zod'
import { isKind } from '../fits/kinds.ts'
import { grouped } from '../wire/grouped.ts'
import { Id, isId } from '../wire/is-id.ts'
import { isText, Listing } from '../wire/listing.ts'
import { namedList } from '../wire/named-list.ts'
import { Money, whole } from '../wire/numbers.ts'
import { atMost, oneLine } from '../wire/typed-text.ts'
import { AttributeKind } from './category.ts'
import { MOST_PIECES } from './most-pieces.ts'
import { isPictureUrl } from './picture-url.ts'
import { PRODUCT_SORTS } from './product-sorts.ts'
import { REASON_WORDS, SHELF_STATUSES, STOCK_REASONS, WAY_OF } from './shelf.ts'

export const Attributes = z.record(z.string(), z.object({ value: z.union([z.string(), z.number()]), unit: z.string() }))
export type Attributes = z.infer<typeof Attributes>

/** What is known of a part, by the keys that its category has. */
export const PartFacts = z.record(z.string(), z.union([z.string(), z.number()]))
export type PartFacts = z.infer<typeof PartFacts>

/** From so many pieces on, the price in dollars of one block of `minOrder` pieces. */
export const Break = z.object({ from: z.number().int(), unitPrice: z.number() })

/** A product as the calls show it: `unitPrice` is the price in dollars of one block of `minOrder` pieces. */
export const Product = z.object({
  _id: z.uuid(),
  name: z.string(),
  number: z.string().nullable(),
  unitPrice: z.number(),
  stock: z.number().int(),
  minOrder: z.number().int(),
  description: z.string(),
  img: z.string(),
  category: z.string().nullable(),
  attributes: Attributes,
  slug: z.string(),
  maker: z.string().nullable(),
  leaf: z.string().nullable(),
  facts: PartFacts,
  multiple: z.number().int(),
  priceBreaks: z.array(Break),
  leadDays: z.number().int().nullable(),
  weightGrams: z.number().int().nullable(),
  replaces: z.array(z.string()),
  substitutes: z.array(z.string()),
  fitsKinds: z.array(z.string()),
  datasheet: z.string().nullable(),
})
export type Product = z.infer<typeof Product>

/** A category that parts belong to, and what is known of them. */
const LeafCategory = z.object({
  slug: z.string(),
  name: z.string(),
  drawing: z.string().nullable(),
  attributes: z.array(AttributeKind),
})

/** A top of the tree of categories. */
export const TopCategory = LeafCategory.omit({ attributes: true }).extend({ children: z.array(LeafCategory) })
export type TopCategory = z.infer<typeof TopCategory>

/** A product as its editors see it; `version` grows with each edit, `archivedAt` is null while it is for sale. */
export const StoredProduct = Product.extend({
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
  archivedAt: z.iso.datetime().nullable(),
})
export type StoredProduct = z.infer<typeof StoredProduct>

/** A product on its editor's page, with the number of the part that is sold in place of an archived one. */
export const EditedProduct = StoredProduct.extend({
  successor: z.string().nullable(),
  changedBy: z.string().nullable().describe('The name of who changed it last, null when the account is closed'),
  archivedBy: z.string().nullable(),
  soldLastYear: z.number().int().nullable().describe('Pieces sold in the year before it was archived'),
})
export type EditedProduct = z.infer<typeof EditedProduct>

/** What names a product in an address: its id, its slug, or a number that it has or had, in any spelling. */
export const ProductName = z.object({
  id: z.union([z.uuid(), z.string().trim().min(1).max(100).refine(isText)]).describe('Its id, its slug, or a number'),
})

export const AskPrice = z.object({
  quantity: z.coerce.number().int().min(1).max(MOST_PIECES).describe('Pieces'),
  country: z.string().trim().max(80).refine(isText).default('').describe('Where it goes, for the tax'),
})

/** The price of a quantity, in dollars without tax: the sum, one piece (for reading alone), then the terms of both. */
export const PriceOfQuantity = z.object({
  price: z.number(),
  each: z.number().describe('Up to four decimals'),
  unitPrice: z.number().describe('Of one minimum order, to you'),
  priceBreaks: z.array(Break),
})
export type PriceOfQuantity = z.infer<typeof PriceOfQuantity>

/** The price of a quantity for the calling user. */
export const OwnPrice = PriceOfQuantity.extend({
  group: z.string().nullable().describe('The price group that lowers it, when you are in one'),
  tax: z
    .object({
      name: z.string(),
      percent: z.number(),
      isShown: z.boolean().describe('Whether prices are shown with it'),
    })
    .nullable()
    .describe('What the country adds'),
})
export type OwnPrice = z.infer<typeof OwnPrice>

export const AskPrices = z.object({
  products: namedList(Id, { most: 100, what: 'product' }).describe('Ids, with commas between them'),
})

/** The products alone that the group of the signed-in person pays less for; without a group none. */
export const OwnPrices = z.object({
  group: z.string().nullable(),
  prices: z.array(OwnPrice.pick({ unitPrice: true, priceBreaks: true }).extend({ product: z.uuid() })),
})
export type OwnPrices = z.infer<typeof OwnPrices>

const facts = {
  name: oneLine(120).min(1, 'Name is Required'),
  unitPrice: Money.refine((dollars) => dollars > 0, 'Enter a price above 0'),
  description: atMost(2000).min(1, 'Description is Required'),
  minOrder: whole('Enter a whole number').refine(
    (n) => n >= 1 && n <= MOST_PIECES,
    'Enter a minimum order from 1 to 1,000,000',
  ),
  image: z
    .string()
    .trim()
    .min(1, 'Image URL is Required')
    .max(500, 'At most 500 characters')
    .refine(isPictureUrl, 'Enter an https address or a path of this shop, like /drawings/fuse.svg'),
}

const isNumber = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** An id names its own part, in carts and lists, too. */
const isNoId = (text: string) => !isId(text)
const NO_NUMBER = 'This is how an id is written. Enter a part number'

const isShort = ([name, { value, unit }]: [string, Attributes[string]]) =>
  name.length <= 60 && String(value).length <= 200 && unit.length <= 20

const details = {
  number: oneLine(60)
    .refine((text) => text === '' || isNumber(text), 'Enter a number with a letter or a digit')
    .refine(isNoId, NO_NUMBER),
  category: oneLine(60),
  attributes: Attributes.refine((all) => Object.keys(all).length <= 40, 'At most 40 attributes').refine(
    (all) => Object.entries(all).every(isShort),
    'A name has at most 60 characters, a value 200, a unit 20',
  ),
}

const wholeFrom = (least: number, most: number, message: string) =>
  whole(message).refine((n) => n >= least && n <= most, message)

const wholeOrNone = (most: number, message: string) =>
  z.union([wholeFrom(0, most, message), z.literal('').transform(() => null), z.null()], message)

const numbers = z.array(oneLine(60).refine(isNumber, 'Enter part numbers')).max(40, 'At most 40 numbers')

/** A price break as it is sent; the shop checks it against the price and the other breaks. */
const SentBreak = z.object({
  from: wholeFrom(1, MOST_PIECES, 'Enter from how many pieces on, from 1 to 1,000,000'),
  unitPrice: facts.unitPrice,
})

/** What the trade knows of a part. What is absent stays as it is, or is empty for a new part. */
const trade = {
  maker: oneLine(60).nullable().optional(),
  leaf: z.string().trim().max(60).nullable().optional().describe('A category of the lower level of the tree'),
  facts: PartFacts.optional().describe('By the keys of the category; an empty text is none'),
  multiple: wholeFrom(1, MOST_PIECES, 'Enter a box from 1 to 1,000,000 pieces').optional(),
  priceBreaks: z.array(SentBreak).max(20, 'At most 20 prices').optional(),
  leadDays: wholeOrNone(365, 'Enter days from 0 to 365').optional(),
  weightGrams: wholeOrNone(10_000_000, 'Enter grams from 0 to 10,000,000').optional(),
  replaces: numbers
    .refine((all) => all.every(isNoId), NO_NUMBER)
    .optional()
    .describe('Numbers that this part is sold for today'),
  substitutes: numbers.optional().describe('Numbers of parts on sale that do as well; each names this one too'),
  fitsKinds: z
    .array(z.string().refine(isKind, 'There is no such kind of appliance'))
    .max(20, 'At most 20 kinds')
    .transform((kinds) => [...new Set(kinds)])
    .optional(),
  datasheet: z
    .string()
    .trim()
    .max(500, 'At most 500 characters')
    .refine((url) => url === '' || isPictureUrl(url), 'Enter an https address or a path of this shop')
    .nullable()
    .optional(),
}

/** The body that adds a product; each message stands beside its field. */
export const AddProduct = z.object({
  ...facts,
  stock: whole('Enter a whole number').refine((n) => n >= 0 && n <= MOST_PIECES, 'Enter a stock from 0 to 1,000,000'),
  number: details.number.optional(),
  category: details.category.optional(),
  attributes: details.attributes.optional(),
  ...trade,
})
export type AddProduct = z.infer<typeof AddProduct>

/** The new facts of a product; refused when somebody else saved it after `version`. Stock changes by `MoveStock` alone. */
export const EditProduct = z.object({
  ...facts,
  ...details,
  ...trade,
  successor: oneLine(60).nullable().optional().describe('The number of the part sold in place of an archived one'),
  version: z.number().int(),
})
export type EditProduct = z.infer<typeof EditProduct>

/** Pieces that came (above 0) or went (below 0) other than by an order; only a count may be either. */
export const MoveStock = z
  .object({
    quantity: whole('Enter a whole number').refine(
      (n) => n !== 0 && Math.abs(n) <= MOST_PIECES,
      'Enter how many came, or went with a minus',
    ),
    reason: z.enum(STOCK_REASONS),
    note: oneLine(200).default(''),
    inHouse: z
      .number()
      .int()
      .optional()
      .describe(
        'The pieces in the house that the quantity was reckoned from; a conflict when there are more or fewer by now',
      ),
  })
  .superRefine(({ quantity, reason }, check) => {
    if (quantity * WAY_OF[reason] >= 0) return
    const does = quantity > 0 ? 'takes pieces away: enter −' : 'adds pieces: enter '
    const message = `${REASON_WORDS[reason]} ${does}${grouped(Math.abs(quantity))}, or choose ${REASON_WORDS.counted}`
    check.addIssue({ code: 'custom', path: ['quantity'], message })
  })
export type MoveStock = z.infer<typeof MoveStock>

/** The form that books them: `key` is the Idempotency-Key of what was sent and is not known to be booked. */
export const StockForm = MoveStock.safeExtend({ key: z.string() })

/** The pieces of a product that lie in the house, at one instant: their sum is what a count should find. */
export const Shelf = z.object({
  free: z.number().int().describe('Free to sell'),
  ordered: z.number().int().describe('Of orders that are paid or held unpaid, and not sent'),
})
export type Shelf = z.infer<typeof Shelf>

export const StockMovement = z.object({
  _id: z.uuid(),
  at: z.iso.datetime(),
  reason: z.string(),
  note: z.string(),
  quantity: z.number().int(),
})
export type StockMovement = z.infer<typeof StockMovement>

export const StoredListing = Listing.extend({
  sort: z.enum(PRODUCT_SORTS).optional().describe('Absent: the best first in a search, else the oldest'),
  status: z.enum(SHELF_STATUSES).default('selling'),
})
export type StoredListing = z.infer<typeof StoredListing>

export const ProductListing = StoredListing.omit({ status: true }).extend({
  category: z.string().max(60).refine(isText, 'Name a category').optional().describe('Of this category alone'),
})
export type ProductListing = z.infer<typeof ProductListing>
