import { z } from 'zod'
import { Listing } from '../wire/listing.ts'
import { Money, whole } from '../wire/numbers.ts'
import { isPictureUrl } from './picture-url.ts'
import { PRODUCT_SORTS } from './product-sorts.ts'

export const Attributes = z.record(z.string(), z.object({ value: z.union([z.string(), z.number()]), unit: z.string() }))
export type Attributes = z.infer<typeof Attributes>

/** Highest stock and minimum order of a product, in pieces. */
export const MOST_PIECES = 1_000_000

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
})
export type Product = z.infer<typeof Product>

/** What an admin sends to add a product; each message stands beside its field. */
export const AddProduct = z.object({
  name: z.string().trim().min(1, 'Name is Required').max(120, 'At most 120 characters'),
  unitPrice: Money.refine((dollars) => dollars > 0, 'Enter a price above 0'),
  stock: whole('Enter a whole number').refine((n) => n >= 0 && n <= MOST_PIECES, 'Enter a stock from 0 to 1,000,000'),
  description: z.string().trim().min(1, 'Description is Required').max(2000, 'At most 2,000 characters'),
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
})
export type AddProduct = z.infer<typeof AddProduct>

export const ProductListing = Listing.extend({
  sort: z.enum(PRODUCT_SORTS).default('oldest'),
})
export type ProductListing = z.infer<typeof ProductListing>
