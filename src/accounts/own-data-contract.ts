import { z } from 'zod'

/** The sections of somebody's data that are counted. */
export const COUNTED = [
  'addresses',
  'orders',
  'payments',
  'cart',
  'lists',
  'appliances',
  'reviews',
  'questions',
  'answers',
  'requests',
  'alerts',
  'messages',
  'sessions',
] as const

/** How much the shop keeps of somebody; `cart` counts its lines. */
export const OwnCounts = z.object({
  counts: z.record(z.enum(COUNTED), z.number().int()),
  ordersSince: z.iso.datetime().nullable(),
})
export type OwnCounts = z.infer<typeof OwnCounts>

/** Everything that the shop keeps of somebody: the rows of each section, with the names of the database's columns. */
export const OwnData = z.looseObject({
  madeAt: z.iso.datetime(),
  account: z.array(z.looseObject({ name: z.string(), email: z.string() })),
  orders: z.array(z.looseObject({ lines: z.array(z.looseObject({})) })),
})
