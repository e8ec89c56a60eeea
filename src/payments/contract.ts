import { z } from 'zod'
import { Id } from '../wire/is-id.ts'
import { Money } from '../wire/numbers.ts'

/** The path of Stripe's webhook. */
export const WEBHOOK_PATH = '/api/stripe/webhook'

/** The smallest sum Stripe charges, in cents. */
export const LEAST_CENTS = 50

/** With `orderId` or `checkoutId` the sum is the order's and one order has one live intent, however often it is asked. */
export const CreatePaymentIntent = z.object({
  price: Money,
  orderId: Id.optional(),
  checkoutId: Id.optional().describe('An order with all of its lines'),
})
export type CreatePaymentIntent = z.infer<typeof CreatePaymentIntent>

export const PaymentIntentSecret = z.object({ clientSecret: z.string() })

/** PATCH /orders/{id}: `order` is the specification's copy of the id; what counts is what Stripe says of the intent. */
export const ConfirmPayment = z.object({
  order: z.unknown().optional(),
  transactionId: z.string().regex(/^pi_[A-Za-z0-9_]{1,250}$/, 'Not a payment intent'),
})

/** The payment page's settings: the origin of Stripe.js, the publishable key, and whether money moves. */
export const PaymentSettings = z.object({
  publishableKey: z.string(),
  sandbox: z.boolean().describe('A stand-in plays Stripe: its script is on this origin and no money moves'),
  testMode: z.boolean().describe('Only test cards pay'),
})
export type PaymentSettings = z.infer<typeof PaymentSettings>
