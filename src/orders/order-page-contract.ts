import { z } from 'zod'
import { OrderSums } from '../sums/contract.ts'
import { Happening, ORDER_STATUSES, Order } from './contract.ts'
import { Parcel } from './parcel-contract.ts'

/** An order with its lines and its history, also a cancelled or expired one. */
export const OrderPage = z.object({
  _id: z.uuid(),
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  sums: OrderSums,
  price: z.number().describe('What is paid for all of it, in dollars'),
  company: z.string(),
  taxNumber: z.string(),
  note: z.string(),
  reference: z.string(),
  lines: z.array(Order),
  gone: z.array(Order).describe('Lines that were cancelled by themselves'),
  parcels: z.array(Parcel).describe('Oldest first'),
  history: z.array(Happening).describe('Oldest first'),
  lastEvent: z.number().int().describe('How much of its past this is, for its events to go on from'),
  own: z.boolean().describe('Whether the reader is its buyer'),
  takeBackMs: z.number().int().describe('For how long the newest delivery may still be taken back'),
})
export type OrderPage = z.infer<typeof OrderPage>
