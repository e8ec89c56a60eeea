import { z } from 'zod'
import { Product, ProductListing } from '../products/contract.ts'
import { isText, Listing } from '../wire/listing.ts'

export const Find = z.object({
  q: z.string().trim().max(100, 'At most 100 characters').refine(isText, 'Search for words').default(''),
  limit: z.coerce.number().int().min(1).max(20).default(5).describe('Of each kind, at most 20'),
})
export type Find = z.infer<typeof Find>

/** How a part was found: by its number, a beginning, one wrong character, or words. */
export const FOUND_BY = ['number', 'beginning', 'near', 'words', 'symptom'] as const

export const FoundModel = z.object({ number: z.string(), maker: z.string(), kind: z.string() })
export type FoundModel = z.infer<typeof FoundModel>

export const FoundSymptom = z.object({
  slug: z.string(),
  name: z.string(),
  kinds: z.array(z.string()).describe('The kinds of appliance that can have it'),
})
export type FoundSymptom = z.infer<typeof FoundSymptom>

/** A model that was named beside other words, and these words. */
const Named = z.object({ model: z.string(), rest: z.string() }).nullable()

/**
 * The hits by rank; `mended` is the corrected search when words were misspelt. Where a model is `named`, they are of
 * that model.
 */
export const Found = z.object({
  parts: z.array(Product),
  models: z.array(FoundModel),
  symptoms: z.array(FoundSymptom),
  by: z.enum(FOUND_BY).nullable().describe('What the first part was found by'),
  mended: z.string().nullable(),
  named: Named.describe('The model named beside other words; the hits are of that model'),
})
export type Found = z.infer<typeof Found>

const Choice = z.string().min(1).max(300).refine(isText, 'Choose a value')
/** Trimmed first: spaces on both sides of nothing would take the pattern quadratic time. */
const Amount = z
  .string()
  .trim()
  .max(20)
  .regex(/^-?\d*(?:[.,]\d+)?$/, 'Enter a number')

/** The filters of a list of parts; a fact of the chosen category is `attr.KEY=a,b`, `attr.KEY.min=` or `attr.KEY.max=`. */
export const FilteredListing = ProductListing.extend({
  category: Choice.optional().describe('The slug of a category or of its parent, several by commas, or the plain word'),
  maker: Choice.optional().describe('Several by commas'),
  inStock: z.enum(['1', '']).optional(),
  fits: Choice.optional().describe('The number of a model, any spelling'),
  'price.min': Amount.optional().describe('Of one piece, in dollars'),
  'price.max': Amount.optional().describe('Of one piece, in dollars'),
}).catchall(z.string().max(300).refine(isText, 'Choose a value').optional())
export type FilteredListing = z.infer<typeof FilteredListing>

const Counted = z.object({ value: z.string(), count: z.number().int() })

/** The range of a measure, with the number of parts in equal steps. */
export const Range = z.object({
  min: z.number(),
  max: z.number(),
  buckets: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
})
export type Range = z.infer<typeof Range>

/** What a search of parts means beside them. */
export const Meant = z.object({
  models: z.array(FoundModel),
  symptom: FoundSymptom.nullable().describe('The complaint that the words rather are than a part'),
  named: Named,
})
export type Meant = z.infer<typeof Meant>

/** The filter choices of a list, each counted without its own filter. */
export const Facets = z.object({
  total: z.number().int(),
  meant: Meant.nullable().describe('Of a search'),
  categories: z.array(
    z.object({ slug: z.string(), name: z.string(), top: z.string().nullable(), count: z.number().int() }),
  ),
  makers: z.array(Counted),
  inStock: z.number().int(),
  price: Range.nullable().describe('Of one piece, in dollars'),
  attributes: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      unit: z.string(),
      values: z.array(Counted).optional(),
      range: Range.optional(),
    }),
  ),
})
export type Facets = z.infer<typeof Facets>

export const MissedListing = Listing.omit({ q: true, cursor: true }).extend({
  page: z.coerce.number().int().min(1).max(40).default(1),
})
export type MissedListing = z.infer<typeof MissedListing>

/** A search without a hit: its words, how often and when last. */
export const MissedSearch = z.object({ words: z.string(), count: z.number().int(), lastAt: z.iso.datetime() })
export type MissedSearch = z.infer<typeof MissedSearch>
