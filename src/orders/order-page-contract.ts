import { z } from 'zod'
import { OrderSums } from '../sums/contract.ts'
import { EVENTS, GivenBack, ORDER_STATUSES, Order, OrderEvent } from './contract.ts'
import { Parcel } from './parcel-contract.ts'

/** `by` is the name of a person or the shop; only admins get it. */
export const Happening = OrderEvent.extend({
  what: z.enum(['placed', ...EVENTS, 'warned']).describe('`warned`, by Stripe, is for staff alone'),
  by: z.string().nullable(),
  reason: z.string().optional().describe('Why a delivery was taken back after the buyer was told of it'),
  sent: Parcel.optional().describe('What was sent, of a delivery that was taken back'),
})
export type Happening = z.infer<typeof Happening>

/** An order with its lines and its history, also a cancelled or expired one. */
export const OrderPage = z.object({
  _id: z.uuid(),
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  sums: OrderSums,
  price: z.number().describe('What is paid for all of it, in dollars'),
  givenBack: GivenBack,
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
  isMailed: z
    .boolean()
    .describe('Whether its buyer is mailed all about it: before their e-mail is verified it is a refund alone'),
  takeBackMs: z.number().int().describe('For how long the newest delivery may still be taken back'),
})
export type OrderPage = z.infer<typeof OrderPage>
