import { z } from 'zod'

/** What is printed on the plate of an appliance. */
export const Plate = z.object({
  refrigerant: z.string(),
  chargeGrams: z.number(),
  voltage: z.number(),
  frequency: z.number(),
  ratedCurrent: z.number(),
  climateClass: z.string(),
  netLitres: z.number(),
})
export type Plate = z.infer<typeof Plate>

/** In millimetres. */
export const Size = z.object({ height: z.number(), width: z.number(), depth: z.number() })
export type Size = z.infer<typeof Size>
