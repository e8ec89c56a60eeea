import { z } from 'zod'

/** One thing that is known of the parts of a category. */
export const AttributeKind = z.object({
  key: z.string(),
  name: z.string(),
  unit: z.string(),
  type: z.enum(['number', 'text', 'choice']),
  /** Whether parts can be filtered by it. */
  filter: z.boolean(),
  /** The values of a choice, in their order. */
  values: z.array(z.string()).optional(),
})
export type AttributeKind = z.infer<typeof AttributeKind>
