import { z } from 'zod'
import { AttributeKind } from '../products/category.ts'
import { Product } from '../products/contract.ts'
import { Questions } from '../questions/contract.ts'
import { PartReviews } from '../reviews/part-contract.ts'
import { Id } from '../wire/is-id.ts'
import { namedList } from '../wire/named-list.ts'

const Named = z.object({ slug: z.string(), name: z.string() })

/** A place in an appliance where the part sits; the serial numbers are both included, null is open. */
const Place = z.object({
  section: z.string(),
  position: z.string(),
  note: z.string(),
  fromSerial: z.string().nullable(),
  toSerial: z.string().nullable(),
})

/** A part that is usually needed with another. */
export const GoesWith = z.object({ product: Product, with: z.string().describe('The number of the part it goes with') })
export type GoesWith = z.infer<typeof GoesWith>

export const AskGoesWith = z.object({
  products: namedList(Id, { most: 20, what: 'product' }).describe('Ids, with commas between them'),
})

export const FittingModel = z.object({
  number: z.string(),
  slug: z.string(),
  maker: z.string(),
  kind: z.string(),
  years: z.object({ from: z.number().int().nullable(), to: z.number().int().nullable() }),
  places: z.array(Place),
})
export type FittingModel = z.infer<typeof FittingModel>

/** How the part is tested when an appliance has this complaint. */
export const PartTest = z.object({
  complaint: z.string(),
  position: z.string(),
  test: z.string(),
  difficulty: z.number().int(),
  minutes: z.number().int(),
  tools: z.array(z.string()),
  safety: z.string().nullable(),
})
export type PartTest = z.infer<typeof PartTest>

/** All that the page of a part shows. */
export const PartPage = z.object({
  product: Product,
  oldNumber: z.string().nullable().describe('The number that it was asked for by, when it has another today'),
  archivedAt: z.iso.datetime().nullable(),
  successor: Product.nullable().describe('What is sold in place of an archived one'),
  top: Named.nullable(),
  leaf: Named.extend({ attributes: z.array(AttributeKind) }).nullable(),
  substitutes: z.array(Product),
  goesWith: z.array(GoesWith).describe('What is usually needed with it'),
  models: z.array(FittingModel),
  modelCount: z.number().int(),
  tests: z.array(PartTest),
  reviews: PartReviews,
  questions: Questions,
})
export type PartPage = z.infer<typeof PartPage>
