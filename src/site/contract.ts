import { z } from 'zod'
import { Total } from '../wire/listing.ts'

/** How much waits for somebody's work; what they may not do is left out. */
export const Waiting = z.object({
  orders: Total.optional().describe('Lines that are paid and not sent'),
  requests: Total.optional().describe('Asked for, and not answered'),
  questions: Total.optional().describe('About parts, and not answered'),
})
export type Waiting = z.infer<typeof Waiting>
