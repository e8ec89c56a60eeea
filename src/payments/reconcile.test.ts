import { expect, test } from 'vitest'
import { MINUTE } from '../config/clock.ts'
import { cancelOrder } from '../orders/cancel-or-expire.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { expectLaws, ordersIn, placed, stockOf } from '../testing/orders.ts'
import {
  breakStripe,
  charge,
  confirmed,
  deliver,
  eventOf,
  failRefund,
  intentFor,
  ledger,
  statusOf,
  times,
} from './open-test-payments.ts'
import { reconcile } from './reconcile.ts'
import { refundPayment } from './refund-payment.ts'
import { paymentIntents } from './table.server.ts'

test('a payment that neither browser nor webhook told of is found within a minute or two', async () => {
  const { as, shop, product, clock } = await openTestShop()
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await charge(shop, id)
  await reconcile(shop)
  expect(await statusOf(shop, id)).toBe('open')
  clock.advance(MINUTE)
  await Promise.all(times(3, () => reconcile(shop)))
  expect((await ordersIn(shop))[0]).toMatchObject({ status: 'paid', transactionId: id })
  await expectLaws(shop)
})

test('a late payment takes the units again when they are there', async () => {
  const { as, shop, product, clock, buyer } = await openTestShop({ stock: 4 })
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await cancelOrder(shop, buyer, { id: order._id })
  await charge(shop, id)
  clock.advance(MINUTE)
  await reconcile(shop)
  expect((await ordersIn(shop))[0]).toMatchObject({ status: 'paid', transactionId: id })
  expect(await stockOf(shop, product)).toBe(0)
  await expectLaws(shop)
})

/** A charge of an order that was cancelled since, whose units somebody else has. */
async function aLateCharge(more: Parameters<typeof openTestShop>[0] = {}) {
  const opened = await openTestShop({ stock: 4, ...more })
  const { as, shop, product, buyer } = opened
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await cancelOrder(shop, buyer, { id: order._id })
  await placed(as.other, product)
  await charge(shop, id)
  return { ...opened, order, id }
}

test('a late payment whose units are sold is given back by itself, once, and the buyer is told', async () => {
  const { order, id, ...opened } = await aLateCharge()
  const { as, shop, clock } = opened
  const answer = await confirmed(as.buyer, order, id)
  expect([answer.status, await answer.json()]).toMatchObject([409, { message: expect.stringContaining('given back') }])
  expect(await statusOf(shop, id)).toBe('refund_due')
  const seen = await as.buyer.orders[':id'].$get({ param: { id: order._id } })
  expect(await seen.json()).toMatchObject({ status: 'refund_due', paid: false })
  await Promise.allSettled(times(10, () => refundPayment(shop, id)))
  clock.advance(MINUTE)
  await reconcile(shop)
  expect(await statusOf(shop, id)).toBe('refunded')
  expect((await ordersIn(shop)).find((row) => row.id === order._id)?.status).toBe('refunded')
  const { charged, refunded } = await ledger(opened)
  expect([charged, refunded]).toEqual([7200, 7200])
  const log = await (await as.admin.audit.$get({ query: { action: 'order.refund' } })).json()
  expect(log).toHaveLength(1)
  await expectLaws(shop)
})

test('a refund that failed is told to nobody while the shop has to give back the whole, which it does by itself', async () => {
  const { order, id, ...opened } = await aLateCharge()
  const { as, shop } = opened
  await confirmed(as.buyer, order, id)
  await shop.stripe.refunds.create({ payment_intent: id, amount: 500 })
  expect((await failRefund(opened, id)).status).toBe(200)
  expect(await statusOf(shop, id)).toBe('refund_due')
  await refundPayment(shop, id)
  expect(await statusOf(shop, id)).toBe('refunded')
  const told = async (action: 'order.refund' | 'order.refund-failed') =>
    (await as.admin.audit.$get({ query: { action } })).json()
  expect([await told('order.refund-failed'), await told('order.refund')]).toMatchObject([
    [],
    [{ action: 'order.refund' }],
  ])
  await expectLaws(shop)
})

test('a loose payment that nobody claims is given back within five minutes of the charge', async () => {
  const opened = await openTestShop()
  const { as, shop, product, clock } = opened
  const orders = await Promise.all(times(2, () => placed(as.buyer, product)))
  const [order] = orders
  if (!order) throw new Error('an order')
  const id = await intentFor(as.buyer, order, { loose: true })
  await charge(shop, id)
  for (const _ of times(3, () => 0)) {
    clock.advance(MINUTE)
    await reconcile(shop)
    expect(await statusOf(shop, id)).toBe('succeeded')
  }
  clock.advance(MINUTE)
  await reconcile(shop)
  clock.advance(MINUTE / 2)
  await refundPayment(shop, id)
  expect(await statusOf(shop, id)).toBe('refunded')
  expect((await confirmed(as.buyer, order, id)).status).toBe(409)
  expect((await ledger(opened)).refunded).toBe(7200)
  clock.advance(10 * MINUTE)
  await expectLaws(shop)
})

test('claims and the refund of a loose payment at once: one of them happens', async () => {
  const opened = await openTestShop()
  const { as, shop, product, clock } = opened
  for (const _ of times(5, () => 0)) {
    const orders = await Promise.all(times(2, () => placed(as.buyer, product)))
    const [order] = orders
    if (!order) throw new Error('an order')
    const id = await intentFor(as.buyer, order, { loose: true })
    await charge(shop, id)
    clock.advance(MINUTE)
    await reconcile(shop)
    clock.advance(4 * MINUTE)
    const [claim] = await Promise.all([confirmed(as.buyer, order, id), reconcile(shop)])
    await refundPayment(shop, id)
    expect(await statusOf(shop, id)).toBe(claim.status === 200 ? 'succeeded' : 'refunded')
    for (const { _id } of orders) await cancelOrder(shop, opened.buyer, { id: _id }).catch(() => undefined)
  }
  await expectLaws(shop)
})

test('a loose intent that nobody pays is ended in the end', async () => {
  const { as, shop, clock } = await openTestShop()
  const answer = await as.buyer['create-payment-intent'].$post({ json: { price: 12.5 } })
  expect(answer.status).toBe(200)
  clock.advance(25 * 60 * MINUTE)
  await reconcile(shop)
  const [row] = await shop.db.select().from(paymentIntents)
  expect(row).toMatchObject({ status: 'cancelled', orderId: null, amountCents: 1250 })
})

test('a refund goes through 5xx, 429 and an answer lost after the commit, and is made once', async () => {
  const opened = await openTestShop()
  const { as, shop, clock } = opened
  const { clientSecret } = await (await as.buyer['create-payment-intent'].$post({ json: { price: 20 } })).json()
  const id = clientSecret.split('_secret_')[0] ?? ''
  await charge(shop, id)
  clock.advance(MINUTE)
  await reconcile(shop)
  clock.advance(4 * MINUTE)
  await reconcile(shop)
  for (const failStatus of ['500', '429', '409'] as const) {
    await breakStripe(opened, { failNext: 3, failStatus })
    await expect(refundPayment(shop, id)).rejects.toThrow()
    await breakStripe(opened, { failNext: 0 })
  }
  await breakStripe(opened, { failNext: 2, failStatus: '503', failAfterCommit: true, failOn: 'POST /refunds' })
  await expect(refundPayment(shop, id)).rejects.toThrow()
  await refundPayment(shop, id)
  expect(await statusOf(shop, id)).toBe('refunded')
  expect((await ledger(opened)).refunded).toBe(2000)
  await expectLaws(shop)
})

test('a refund that the bank still works on stays due; one that fails after it was made is on record', async () => {
  const { order, id, ...opened } = await aLateCharge()
  const { as, shop } = opened
  await deliver(opened, { event: await eventOf(shop, 'payment_intent.succeeded', id) })
  expect(await statusOf(shop, id)).toBe('refund_due')

  const { refunds } = shop.stripe
  const retrieve = refunds.retrieve.bind(refunds)
  const create = refunds.create.bind(refunds)
  const pending = <T>(refund: T): T => ({ ...refund, status: 'pending' })
  refunds.create = async (...args: Parameters<typeof create>) => pending(await create(...args))
  refunds.retrieve = (async (refund: string) => pending(await retrieve(refund))) as typeof retrieve
  await refundPayment(shop, id)
  expect(await statusOf(shop, id)).toBe('refund_due')
  refunds.retrieve = retrieve
  await refundPayment(shop, id)
  expect(await statusOf(shop, id)).toBe('refunded')

  const [refund] = (await refunds.list({ payment_intent: id })).data
  const event = { ...(await eventOf(shop, 'payment_intent.succeeded', id)), id: 'evt_failed', type: 'refund.failed' }
  const failed = { ...event, data: { object: { ...refund, status: 'failed' } } }
  expect((await deliver(opened, { event: failed })).status).toBe(200)
  const [line] = await (await as.admin.audit.$get({ query: { action: 'order.refund-failed' } })).json()
  expect(line?.subject).toBe(order._id)
  await expectLaws(shop)
})

test('payments of orders are asked about before those of no order, however old these are', async () => {
  const { as, shop, product, clock } = await openTestShop()
  for (const price of [12.5, 13.5, 14.5]) await as.buyer['create-payment-intent'].$post({ json: { price } })
  clock.advance(MINUTE)
  const id = await intentFor(as.other, await placed(as.other, product))
  clock.advance(MINUTE)
  const { paymentIntents: intents } = shop.stripe
  const retrieve = intents.retrieve.bind(intents)
  const asked: string[] = []
  intents.retrieve = ((...args: Parameters<typeof retrieve>) => {
    asked.push(args[0])
    return retrieve(...args)
  }) as typeof retrieve
  await reconcile(shop)
  expect([asked.indexOf(id), new Set(asked).size]).toEqual([0, 4])
})

test('who is not verified has five open payments for no order at a time', async () => {
  const opened = await openTestShop()
  const { as, verify } = await aNewcomer(opened)
  const open = (price: number) => as['create-payment-intent'].$post({ json: { price } })
  for (let count = 1; count <= 5; count++) expect((await open(count)).status).toBe(200)
  const refused = await open(6)
  const words = 'Name the order that you pay: too many payments of yours are for none.'
  expect([refused.status, await refused.json()]).toEqual([409, expect.objectContaining({ message: words })])
  await verify()
  expect((await open(6)).status).toBe(200)
})

test('of all who are not verified one place begins sixty payments for no order in a day', async () => {
  const opened = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const [first, next] = [await aNewcomer(opened), await aNewcomer(opened)]
  const begin = async ({ as }: typeof first) => (await as['create-payment-intent'].$post({ json: { price: 5 } })).status
  expect(await begin(first)).toBe(200)
  const all = "update rate_limits set points = 59 where key like 'payments of the unverified for no order:%'"
  expect((await opened.shop.pool.query(all)).rowCount).toBe(1)
  expect([await begin(next), await begin(next), await begin(first)]).toEqual([200, 429, 429])
  await next.verify()
  expect(await begin(next)).toBe(200)
})

test('one buyer has so many open payments for no order, and no more', async () => {
  const { as, shop, clock } = await openTestShop()
  const open = (price: number) => as.buyer['create-payment-intent'].$post({ json: { price } })
  for (let count = 1; count <= 20; count++) expect((await open(count)).status).toBe(200)
  expect((await open(21)).status).toBe(409)
  clock.advance(25 * 60 * MINUTE)
  await reconcile(shop)
  expect((await open(21)).status).toBe(200)
})

test('at work, the shop refunds by itself', async () => {
  const { id, ...opened } = await aLateCharge({ work: true })
  const { shop } = opened
  await expect.poll(() => statusOf(shop, id)).toBe('refunded')
  expect((await ledger(opened)).refunded).toBe(7200)
  await expectLaws(shop)
})
