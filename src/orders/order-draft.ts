import type { z } from 'zod'
import type { Product } from '../products/contract.ts'
import type { Delivery } from './contract.ts'

/** An order that is being filled in. */
export type OrderDraft = { quantity: number; where?: z.input<typeof Delivery> }

export const draftName = (product: Product) => `order ${product._id}`
