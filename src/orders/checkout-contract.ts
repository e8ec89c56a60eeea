import { z } from 'zod'
import { MOST_PIECES } from '../products/most-pieces.ts'
import { INVALID_QUANTITY } from '../products/quantity.ts'
import { OrderSums, SumFacts } from '../sums/contract.ts'
import { Id } from '../wire/is-id.ts'
import { Listing } from '../wire/listing.ts'
import { Money, whole } from '../wire/numbers.ts'
import { atMost, oneLine } from '../wire/typed-text.ts'
import { Delivery, GivenBack, ORDER_STATUSES, Order } from './contract.ts'
import { MOST_LINES } from './most-lines.ts'

/** The highest version of a cart. */
export const MOST_VERSION = 2_000_000_000

export const CheckoutLine = z.object({
  productId: Id,
  quantity: whole(INVALID_QUANTITY).refine((n) => n >= 1 && n <= MOST_PIECES, INVALID_QUANTITY),
  reference: oneLine(60)
    .default('')
    .describe("The buyer's own word for the line; equal lines of one product become one"),
})
export type CheckoutLine = z.output<typeof CheckoutLine>

/** POST /checkouts: `price` is the sum in dollars that the buyer saw, `reference` the buyer's own order number. */
export const PlaceCheckout = Delivery.extend({
  ...SumFacts.shape,
  lines: z.array(CheckoutLine).min(1, 'A checkout has at least one line').max(MOST_LINES, 'At most 500 lines'),
  note: atMost(500).default(''),
  reference: oneLine(60).default(''),
  price: Money,
  cart: z
    .number()
    .int()
    .min(1)
    .max(MOST_VERSION)
    .optional()
    .describe('The version of your cart that these lines come from: they leave it with the order'),
})
export type PlaceCheckout = z.input<typeof PlaceCheckout>

/** Lines of an order, and the version of the cart they come from. */
export type OrderedLines = { version: number; lines: CheckoutLine[] }

/** A page of the user's own orders, each with up to the most lines of a checkout. */
export const OwnCheckouts = Listing.omit({ q: true }).extend({
  limit: z.coerce.number().int().min(1).max(50).default(20).describe('At most 50'),
})

/** An order with its lines; sums are in dollars, and `price` is the sum to pay. */
export const Checkout = z.object({
  _id: z.uuid(),
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  ...OrderSums.shape,
  givenBack: GivenBack,
  company: z.string(),
  taxNumber: z.string(),
  note: z.string(),
  reference: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  orders: z.array(Order),
})
export type Checkout = z.infer<typeof Checkout>

/** GET /checkouts/placed/{key}: the key as it was sent. */
export const SentKey = z.object({
  key: z.string().regex(/^[^\p{Cc}]{1,255}$/u, 'An Idempotency-Key has 1 to 255 characters.'),
})

/** An order that was placed, by its number. */
export const PlacedOrder = z.object({ number: z.string() })
export type PlacedOrder = z.infer<typeof PlacedOrder>
