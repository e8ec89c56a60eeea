import { sql } from 'drizzle-orm'
import Stripe from 'stripe'
import type { ApiClient } from '../client.ts'
import type { Checkout } from '../orders/checkout-contract.ts'
import type { Order } from '../orders/contract.ts'
import type { Shop } from '../shop.ts'
import type { Knobs } from '../stand-ins/stripe-sandbox/faults.ts'
import { WEBHOOK_PATH } from './contract.ts'
import { paymentOf } from './settle.ts'
import { stripeKeys } from './stripe-keys.ts'

export const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, i) => make(i))

const idIn = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/** The intent of an order, or a loose one of its price, as the payment page gets it. */
export async function intentFor(
  as: ApiClient,
  { _id: orderId, price }: Pick<Order, '_id' | 'price'>,
  { loose = false } = {},
) {
  const answer = await as['create-payment-intent'].$post({ json: loose ? { price } : { price, orderId } })
  if (answer.status !== 200) throw new Error(`create-payment-intent answered ${answer.status}: ${await answer.text()}`)
  return idIn((await answer.json()).clientSecret)
}

/** The intent that pays all lines of a checkout. */
export async function intentForAll(as: ApiClient, { _id: checkoutId, price }: Pick<Checkout, '_id' | 'price'>) {
  const answer = await as['create-payment-intent'].$post({ json: { price, checkoutId } })
  if (answer.status !== 200) throw new Error(`create-payment-intent answered ${answer.status}: ${await answer.text()}`)
  return idIn((await answer.json()).clientSecret)
}

export const secretOf = (as: ApiClient, price: number, orderId?: string) =>
  as['create-payment-intent'].$post({ json: { price, ...(orderId && { orderId }) } })

/** The browser's part at Stripe alone: the card is charged, and the shop does not know yet. */
export const charge = ({ stripe }: Shop, id: string, card = 'visa') =>
  stripe.paymentIntents.confirm(id, { payment_method: `pm_card_${card}` })

export const confirmed = (as: ApiClient, order: Pick<Order, '_id'>, transactionId: string) =>
  as.orders[':id'].$patch({ param: { id: order._id }, json: { order: order._id, transactionId } })

export const confirmedAll = (as: ApiClient, { _id: id }: Pick<Checkout, '_id'>, transactionId: string) =>
  as.checkouts[':id'].$patch({ param: { id }, json: { transactionId } })

export const cancelled = (as: ApiClient, order: Pick<Order, '_id'>, key?: string) =>
  as.orders[':id'].$delete({ param: { id: order._id } }, key ? { headers: { 'Idempotency-Key': key } } : undefined)

/** The newest event of a type about an intent, as Stripe would send it. */
export async function eventOf({ stripe }: Shop, type: string, intentId: string) {
  const { data } = await stripe.events.list({ type, limit: 100 })
  const event = data.find(({ data: { object } }) => 'id' in object && object.id === intentId)
  if (!event) throw new Error(`no ${type} for ${intentId}`)
  return event
}

type Sent = { event: unknown; at?: Date; secret?: string; signature?: string }

/** The header of a signature that is forged, but of the right form and fresh: the body is read before it is refused. */
export const aForgedSignature = ({ clock }: Pick<Shop, 'clock'>) => ({
  'Stripe-Signature': `t=${Math.floor(clock.now().getTime() / 1000)},v1=${'0'.repeat(64)}`,
})

/** Sends an event to the webhook, signed now and truly unless told otherwise. */
export function deliver({ shop, origin }: { shop: Shop; origin: string }, { event, at, secret, signature }: Sent) {
  const payload = JSON.stringify(event)
  const header = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: secret ?? stripeKeys(shop.config).webhookSecret,
    timestamp: Math.floor((at ?? shop.clock.now()).getTime() / 1000),
  })
  return fetch(`${origin}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature ?? header },
    body: payload,
  })
}

/** The bank sends the newest refund of a payment back to the shop, and Stripe says so. */
export async function failRefund(opened: { shop: Shop; origin: string }, id: string) {
  const { stripe, db } = opened.shop
  const [refund] = (await stripe.refunds.list({ payment_intent: id })).data
  await db.execute(sql`delete from stripe_sandbox.refunds where id = ${refund?.id}`)
  await db.execute(sql`update stripe_sandbox.charges set amount_refunded = amount_refunded - ${refund?.amount}
                       where payment_intent_id = ${id}`)
  const event = {
    ...(await eventOf(opened.shop, 'payment_intent.succeeded', id)),
    id: 'evt_failed',
    type: 'refund.failed',
  }
  return deliver(opened, { event: { ...event, data: { object: { ...refund, status: 'failed' } } } })
}

/** Breaks the sandbox; `{}` leaves it as it is. */
export async function breakStripe({ shop, origin }: { shop: Shop; origin: string }, knobs: Partial<Knobs>) {
  const answer = await fetch(`${origin}/stripe-sandbox/_test/knobs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${stripeKeys(shop.config).secretKey}` },
    body: JSON.stringify(knobs),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

type Ledger = {
  intents: { payment_intent: string; charged: number; refunded: number }[]
  charged: number
  refunded: number
}

export async function ledger({ shop, origin }: { shop: Shop; origin: string }): Promise<Ledger> {
  const answer = await fetch(`${origin}/stripe-sandbox/_test/ledger`, {
    headers: { Authorization: `Bearer ${stripeKeys(shop.config).secretKey}` },
  })
  return answer.json() as Promise<Ledger>
}

export const statusOf = async (shop: Shop, id: string) => (await paymentOf(shop.db, id))?.status
