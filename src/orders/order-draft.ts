import type { z } from 'zod'
import type { Delivery } from './contract.ts'

/** An order that is being filled in. */
export type OrderDraft = { quantity: number; where?: z.input<typeof Delivery> | undefined }

export const draftName = (productId: string) => `order ${productId}`

export const sentFrom = ({ _id }: { _id: string }) => `part ${_id}` as const
