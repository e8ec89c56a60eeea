import { z } from 'zod'
import { Id } from '../wire/is-id.ts'
import { atMost, oneLine } from '../wire/typed-text.ts'

/** PATCH /checkouts/{id}/sent: without `lines`, all paid lines that are not sent. */
export const SendLines = z.object({
  carrier: oneLine(60).default(''),
  number: oneLine(60).default('').describe("The carrier's number of the parcel"),
  lines: z.array(Id).min(1, 'A parcel has at least one line').max(500, 'At most 500 lines').optional(),
})
export type SendLines = z.input<typeof SendLines>

/** DELETE /paidorders/{id} */
export const TakeBack = z.object({
  deliveredAt: z.iso.datetime().optional().describe('The delivery that is meant; one made since then is refused'),
})
export type TakeBack = z.infer<typeof TakeBack>

/** PATCH /checkouts/{id}/arrived */
export const Arrived = z.object({ parcel: Id })

/** PATCH /checkouts/{id}/corrected */
export const Corrected = z.object({
  parcel: Id,
  reason: atMost(300).min(1, 'Say why').describe('Mailed to the buyer as it is written'),
})

/** Lines of an order that were sent together; the carrier is empty when none was named. */
export const Parcel = z.object({
  _id: z.uuid(),
  carrier: z.string(),
  number: z.string(),
  sentAt: z.iso.datetime(),
  arrivedAt: z.iso.datetime().nullable(),
  lines: z.array(z.uuid()).describe('The ids of its lines'),
})
export type Parcel = z.infer<typeof Parcel>
