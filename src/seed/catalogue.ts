import { z } from 'zod'
import { Attributes } from '../products/contract.ts'
import catalogue from './catalogue.json' with { type: 'json' }

const Catalogue = z.object({
  products: z.array(
    z.object({
      number: z.string(),
      name: z.string(),
      description: z.string(),
      unitPrice: z.number(),
      minOrder: z.number().int(),
      stock: z.number().int(),
      drawing: z.string(),
      category: z.string(),
      attributes: Attributes,
    }),
  ),
  reviews: z.array(z.object({ rating: z.number().int(), description: z.string(), name: z.string() })),
})

/** The content of a fresh shop: products in shop order, reviews oldest first. */
export const { products: DEMO_PRODUCTS, reviews: DEMO_REVIEWS } = Catalogue.parse(catalogue)

export const drawingPath = (drawing: string) => `/drawings/${drawing}.svg`
