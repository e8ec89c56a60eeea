import { z } from 'zod'
import { Plate, Size } from '../fits/contract.ts'
import { AttributeKind } from '../products/category.ts'
import { Attributes, PartFacts } from '../products/contract.ts'
import shop from './catalogue.json' with { type: 'json' }
import tree from './counter/categories.json' with { type: 'json' }
import modelList from './counter/models.json' with { type: 'json' }
import partList from './counter/parts.json' with { type: 'json' }

const Catalogue = z.object({
  products: z.array(
    z.object({
      number: z.string(),
      description: z.string(),
      drawing: z.string(),
      category: z.string(),
      attributes: Attributes,
    }),
  ),
  reviews: z.array(z.object({ rating: z.number().int(), description: z.string(), name: z.string() })),
})

const Leaf = z.object({ slug: z.string(), name: z.string(), drawing: z.string(), attributes: z.array(AttributeKind) })
const Tree = z.object({ tree: z.array(z.object({ slug: z.string(), name: z.string(), children: z.array(Leaf) })) })

const Part = z.object({
  number: z.string(),
  name: z.string(),
  maker: z.string(),
  category: z.string(),
  description: z.string(),
  attributes: PartFacts,
  unitPrice: z.number(),
  minOrder: z.number().int(),
  multiple: z.number().int(),
  priceBreaks: z.array(z.object({ from: z.number().int(), unitPrice: z.number() })),
  stock: z.number().int(),
  leadDays: z.number().int(),
  weightGrams: z.number().int(),
  drawing: z.string(),
  replaces: z.array(z.string()),
  substitutes: z.array(z.string()),
  fitsKinds: z.array(z.string()),
})

const { products: firstParts, reviews } = Catalogue.parse(shop)
const tops = Tree.parse(tree).tree
const leaves = new Map(tops.flatMap((top) => top.children.map((leaf) => [leaf.slug, { top, leaf }] as const)))
const first = new Map(firstParts.map((product) => [product.number, product]))

/** Tops and leaves in their order, each leaf after its top. */
export const DEMO_CATEGORIES = tops.flatMap(({ children, ...top }) => [
  { ...top, top: null, drawing: null, attributes: [] },
  ...children.map((leaf) => ({ ...leaf, top: top.slug })),
])

/** A number does not part from its unit. */
const UNIT = /(\d) (mm|V|W|Hz|A|HP|rpm|[mk]?Ω|µF|°C|%|bar|litres)(?!\w)/g

/** The parts in shop order; the first 48 have texts, attributes and drawings of their own. */
export const DEMO_PRODUCTS = z
  .array(Part)
  .parse(partList.parts)
  .map(({ category: leaf, attributes: facts, ...part }) => ({ ...part, leaf, facts, ...shownOf(part, leaf, facts) }))
  .map((part) => ({ ...part, description: part.description.replace(UNIT, '$1\u00a0$2') }))

export const DEMO_REVIEWS = reviews

export const DEMO_MODELS = z
  .array(
    z.object({
      number: z.string(),
      maker: z.string(),
      kind: z.string(),
      family: z.string(),
      years: z.object({ from: z.number(), to: z.number().nullable().optional() }),
      size: Size,
      plate: Plate,
      serials: z.object({ from: z.string(), to: z.string() }).optional(),
      sections: z.record(
        z.string(),
        z.record(
          z.string(),
          z.array(
            z.object({
              part: z.string(),
              qty: z.number().int(),
              note: z.string().optional(),
              fromSerial: z.string().optional(),
              toSerial: z.string().optional(),
            }),
          ),
        ),
      ),
    }),
  )
  .parse(modelList.models)

export const drawingPath = (drawing: string) => `/drawings/${drawing}.svg`

/** What the page of a part shows: its own words where the shop wrote some, else the facts by their names. */
function shownOf({ number, drawing }: { number: string; drawing: string }, leaf: string, facts: PartFacts) {
  const own = first.get(number)
  if (own)
    return { category: own.category, attributes: own.attributes, drawing: own.drawing, description: own.description }
  const place = leaves.get(leaf)
  if (!place) throw new Error(`${number} is of no category`)
  const kinds = place.leaf.attributes.filter(({ key }) => key in facts)
  const attributes = kinds.map(({ key, name, unit }) => [name, { value: facts[key] ?? '', unit }] as const)
  return { category: place.top.name, attributes: Object.fromEntries(attributes), drawing: `plain/${drawing}` }
}
