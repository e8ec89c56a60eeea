import type { z } from 'zod'
import type { Product } from '../products/contract.ts'
import type { Delivery } from './contract.ts'

/** An order that is being filled in. */
export type OrderDraft = { quantity: number; where?: z.input<typeof Delivery> }

/** The draft belongs to one buyer: somebody else may sign in next. */
export const draftName = (product: Product, user: { email: string }) => `order ${product._id} ${user.email}`
