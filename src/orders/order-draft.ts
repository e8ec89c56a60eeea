import type { z } from 'zod'
import type { Delivery } from './contract.ts'

/**
 * An order that is being filled in, and the Idempotency-Key with which it was sent, at `sentAt` milliseconds. `isClosed`
 * is one whose dialog was closed while it was not known what became of it.
 */
export type OrderDraft = {
  quantity: number
  where?: z.input<typeof Delivery>
  key?: string | undefined
  sentAt?: number | undefined
  isClosed?: true
}

export const draftName = (productId: string) => `order ${productId}`
