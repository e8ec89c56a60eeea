import { z } from 'zod'
import { MOST_PIECES } from '../products/most-pieces.ts'
import { INVALID_QUANTITY } from '../products/quantity.ts'
import { Id } from '../wire/is-id.ts'
import { Listing, Total } from '../wire/listing.ts'
import { Money, whole } from '../wire/numbers.ts'
import { atMost, oneLine } from '../wire/typed-text.ts'

export const ORDER_STATUSES = ['unpaid', 'paid', 'delivered', 'cancelled', 'expired', 'refund_due', 'refunded'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** Cancelled and expired orders leave the lists; an order with a refunded payment stays in them. */
export const LISTED_STATUSES = ['unpaid', 'paid', 'delivered', 'refund_due', 'refunded'] as const

/** Of an order with all its lines. */
export const GivenBack = z
  .number()
  .describe('How much of the payment of the whole order was given back while it stays paid, in dollars')

/** An order as the calls show it; `deleverd` is the specification's spelling, `price` is in dollars. */
export const Order = z.object({
  _id: z.uuid(),
  number: z.string().describe('The number of the order, such as PH-104417; every line of it has the same'),
  checkoutId: z.uuid().describe('The order as a whole, which is paid at once'),
  reference: z.string().describe("The buyer's own word for the line"),
  productId: z.uuid(),
  productName: z.string(),
  productNumber: z.string().nullable(),
  img: z.string(),
  unitPrice: z.number(),
  minOrder: z.number().int(),
  userName: z.string(),
  email: z.string(),
  country: z.string(),
  address: z.string(),
  phone: z.string(),
  quantity: z.number().int(),
  price: z.number(),
  paid: z.boolean(),
  transactionId: z.string().nullable(),
  deleverd: z.boolean(),
  status: z.enum(ORDER_STATUSES),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  warnedAt: z.iso
    .datetime()
    .nullable()
    .describe('When Stripe told that its payment is disputed, or may be fraud; for staff alone'),
  givenBack: GivenBack,
})
export type Order = z.infer<typeof Order>

/**
 * The delivery address of an order. All of it is optional when the order is placed; the payment page asks for what is
 * missing.
 */
export const Delivery = z.object({
  country: oneLine(80).default(''),
  address: atMost(300).default(''),
  phone: oneLine(40).default(''),
})
export type Delivery = z.infer<typeof Delivery>

/** PATCH /orders/{id}/delivery: the address that the payment page asks for before the card. */
export const CompleteDelivery = Delivery.extend({
  country: oneLine(80).min(1, 'Country is Required'),
  address: atMost(300).min(1, 'Address is Required'),
  company: oneLine(120).optional().describe("The buyer's company; without it the order's own stays"),
  taxNumber: oneLine(30).optional().describe("The company's tax number; without it the order's own stays"),
})

/**
 * The specification's payload of POST /order, and `productId` from our pages. `userName`, `paid` and `transactionId`
 * may be sent and are ignored; `price` is what the buyer saw, in dollars.
 */
export const PlaceOrder = Delivery.extend({
  productId: Id.optional(),
  productName: z.string().trim().min(1, 'Product name is Required').max(120),
  email: z.string().max(320).optional(),
  userName: z.string().max(200).optional(),
  paid: z.boolean().optional(),
  transactionId: z.string().max(255).nullish(),
  quantity: whole(INVALID_QUANTITY).refine((n) => n >= 1 && n <= MOST_PIECES, INVALID_QUANTITY),
  price: Money,
})
export type PlaceOrder = z.input<typeof PlaceOrder>

export const OrdersOf = Listing.extend({
  email: z.string().max(320),
  status: z.enum(['unpaid', 'paid', 'delivered']).optional(),
})
export type OrdersOf = z.infer<typeof OrdersOf>

/** Tabs of Manage All Orders: not paid, to deliver, delivered. */
export const AllOrders = Listing.extend({
  status: z.enum(['unpaid', 'paid', 'delivered', 'refund_due', 'refunded']).optional(),
  by: z
    .enum(['line', 'order'])
    .default('line')
    .describe('What a page and the total count; by order, the lines of one stand on one page'),
})
export type AllOrders = z.infer<typeof AllOrders>

/** The ways to name an order: the id of a line, or its number as people write it. */
export const OrderName = z.object({
  id: z
    .union([z.uuid(), z.string().regex(/^(ph-?)?\d{1,9}$/i)])
    .describe('The id of an order or of one of its lines, or its number'),
})

/** The kinds of event stored of an order after it is placed. */
export const EVENTS = [
  'paid',
  'sent',
  'taken back',
  'arrived',
  'line cancelled',
  'cancelled',
  'expired',
  'given back in part',
  'refund due',
  'refunded',
] as const

export const OrderEvent = z.object({
  at: z.iso.datetime(),
  what: z.enum(['placed', ...EVENTS]),
  parcel: z.uuid().nullable(),
  line: z.uuid().nullable(),
  givenBack: z.number().nullable().describe('Of a payment that was given back in part, how much in all, in dollars'),
})
export type OrderEvent = z.infer<typeof OrderEvent>

/** The last event that a client has; a browser that reconnects sends it as Last-Event-ID. */
export const EventsSeen = z.object({ seen: z.coerce.number().int().min(0).max(2_147_483_647).default(0) })

/** How many orders stand in each tab. */
export const OrderCounts = z.object({ all: Total, unpaid: Total, paid: Total, delivered: Total })
export type OrderCounts = z.infer<typeof OrderCounts>
