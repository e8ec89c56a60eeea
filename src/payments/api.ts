import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { anyone, signedIn } from '../accounts/guards.ts'
import { body, byId } from '../http/body.ts'
import { beforeBody, MB, upTo } from '../http/body-size.ts'
import { addressOf, limited, pointPerLinesOf } from '../http/rate-limit.ts'
import type { Env } from '../http/request-context.ts'
import { answers, changes, keyed } from '../http/route-tags.ts'
import { Checkout } from '../orders/checkout-contract.ts'
import { CompleteDelivery, Order } from '../orders/contract.ts'
import { countLines } from '../orders/count-lines.ts'
import { cancelUnpaidCheckout, cancelUnpaidOrder } from './close-unpaid.ts'
import { completeDelivery } from './complete-delivery.ts'
import { ConfirmPayment, CreatePaymentIntent, PaymentIntentSecret, PaymentSettings } from './contract.ts'
import { confirmCheckout, confirmPayment, createPaymentIntent } from './payments.ts'
import { stripeKeys } from './stripe-keys.ts'
import { refuseStale, takeEvent } from './webhook.ts'

const Received = z.object({ received: z.boolean() })
const intentsAllowed = limited('create-payment-intent', { points: 30, seconds: 60, by: 'user' })
const cancels = { points: 30, seconds: 60, by: 'user' } as const
const confirmsAllowed = limited('confirm-payment', {
  points: 60,
  seconds: 60,
  by: 'user',
  weight: pointPerLinesOf('param', countLines, 50),
})

const signatureIn = (c: Context<Env>) => c.req.header('Stripe-Signature')

export const paymentsApi = new Hono<Env>()
  .get(
    '/payment-settings',
    anyone,
    answers(200, PaymentSettings, 'Tell whose Stripe.js to load, and with which key'),
    (c) => {
      const { config } = c.get('shop')
      const { publishableKey } = stripeKeys(config)
      const testMode = publishableKey.startsWith('pk_test_')
      return c.json({ publishableKey, sandbox: !config.stripe, testMode })
    },
  )
  .post(
    '/create-payment-intent',
    signedIn,
    intentsAllowed,
    keyed,
    body(CreatePaymentIntent),
    answers(200, PaymentIntentSecret, 'Prepare the payment of a sum or an order'),
    async (c) => {
      const asked = { sent: c.req.valid('json'), key: c.req.header('Idempotency-Key'), from: addressOf(c) }
      return c.json(await createPaymentIntent(c.get('shop'), c.get('user'), asked))
    },
  )
  .patch(
    '/orders/:id',
    signedIn,
    keyed,
    changes('stock'),
    byId,
    body(ConfirmPayment),
    confirmsAllowed,
    answers(200, Order, 'Confirm the payment of an order'),
    async (c) => {
      const { transactionId } = c.req.valid('json')
      const back = { ...c.req.valid('param'), transactionId, key: c.req.header('Idempotency-Key') }
      return c.json(await confirmPayment(c.get('shop'), c.get('user'), back))
    },
  )
  .patch(
    '/orders/:id/delivery',
    signedIn,
    byId,
    body(CompleteDelivery),
    limited('delivery', { points: 60, seconds: 60, by: 'user', weight: pointPerLinesOf('param', countLines, 25) }),
    answers(200, Order, 'Say where an unpaid order goes'),
    async (c) =>
      c.json(await completeDelivery(c.get('shop'), c.get('user'), { ...c.req.valid('json'), ...c.req.valid('param') })),
  )
  .delete(
    '/orders/:id',
    signedIn,
    keyed,
    changes('stock'),
    byId,
    // One line is taken out, and the sum of all others is made anew.
    limited('cancel', { ...cancels, weight: pointPerLinesOf('param', countLines, 250) }),
    answers(200, Order, 'Cancel an unpaid order'),
    async (c) => {
      const asked = { ...c.req.valid('param'), key: c.req.header('Idempotency-Key') }
      return c.json(await cancelUnpaidOrder(c.get('shop'), c.get('user'), asked))
    },
  )
  .patch(
    '/checkouts/:id',
    signedIn,
    keyed,
    changes('stock'),
    byId,
    body(ConfirmPayment),
    confirmsAllowed,
    answers(200, Checkout, 'Confirm the payment of an order with all of its lines'),
    async (c) => {
      const { transactionId } = c.req.valid('json')
      const back = { ...c.req.valid('param'), transactionId, key: c.req.header('Idempotency-Key') }
      return c.json(await confirmCheckout(c.get('shop'), c.get('user'), back))
    },
  )
  .delete(
    '/checkouts/:id',
    signedIn,
    keyed,
    changes('stock'),
    byId,
    limited('cancel', { ...cancels, weight: pointPerLinesOf('param', countLines, 50) }),
    answers(200, Checkout, 'Cancel an unpaid order with all of its lines'),
    async (c) => {
      const asked = { ...c.req.valid('param'), key: c.req.header('Idempotency-Key') }
      return c.json(await cancelUnpaidCheckout(c.get('shop'), c.get('user'), asked))
    },
  )
  .post(
    '/stripe/webhook',
    anyone,
    upTo(1 * MB),
    beforeBody((c) => refuseStale(c.get('shop'), signatureIn(c))),
    answers(200, Received, 'Take an event of Stripe'),
    async (c) => {
      await takeEvent(c.get('shop'), await c.req.text(), signatureIn(c))
      return c.json({ received: true })
    },
  )
