import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR } from '../config/clock.ts'
import { openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { byStatus, expectLaws, ordersOf, placed } from '../testing/orders.ts'
import {
  breakStripe,
  cancelled,
  charge,
  confirmed,
  deliver,
  eventOf,
  intentFor,
  ledger,
  secretOf,
  statusOf,
  times,
} from './open-test-payments.ts'
import { paymentIntents } from './table.server.ts'

const sharedShop = sharedTestShop()

test('an order is paid by card: charged once, with its mail and its line in the audit log', async () => {
  const { as, shop, product, buyer } = await sharedShop()
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  expect(await shop.stripe.paymentIntents.retrieve(id)).toMatchObject({
    amount: 7200,
    currency: 'usd',
    metadata: { orderId: order._id, buyerId: buyer.id },
  })
  await charge(shop, id)
  const answer = await confirmed(as.buyer, order, id)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ paid: true, deleverd: false, transactionId: id, status: 'paid' })
  expect(await statusOf(shop, id)).toBe('succeeded')
  await expectLaws(shop)
})

test('payment needs a bearer, and an intent needs one’s own order at its price', async () => {
  const { as, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const { price, _id: id } = order
  expect((await secretOf(as.nobody, price, id)).status).toBe(401)
  expect((await secretOf(as.other, price, id)).status).toBe(404)
  expect((await secretOf(as.admin, price, id)).status).toBe(404)
  expect((await secretOf(as.buyer, price, crypto.randomUUID())).status).toBe(404)
  const wrong = await secretOf(as.buyer, price - 1, id)
  expect([wrong.status, await wrong.json()]).toMatchObject([409, { field: 'price', price }])
  expect((await confirmed(as.nobody, order, 'pi_x')).status).toBe(401)
  expect((await cancelled(as.nobody, order)).status).toBe(401)
  expect((await cancelled(as.other, order)).status).toBe(404)
})

test('what is no price, no order id or no intent is refused as such', async () => {
  const { as, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const post = (json: object) => as.buyer['create-payment-intent'].$post({ json: json as { price: number } })
  expect((await post({})).status).toBe(400)
  expect((await post({ price: -1 })).status).toBe(422)
  expect((await post({ price: 0.49 })).status).toBe(422)
  expect((await post({ price: 1.005 })).status).toBe(422)
  expect((await post({ price: 1_000_000 })).status).toBe(422)
  expect((await post({ price: 18, orderId: 'x' })).status).toBe(422)
  expect((await confirmed(as.buyer, order, "pi_' or 1=1")).status).toBe(422)
  expect((await confirmed(as.buyer, { _id: 'x' }, 'pi_x')).status).toBe(404)
})

test('one order has one intent, however many ask at once', async () => {
  const { as, shop, product } = await openTestShop()
  const order = await placed(as.buyer, product)
  const ids = await Promise.all(times(20, () => intentFor(as.buyer, order)))
  expect(new Set(ids).size).toBe(1)
  const { data } = await shop.stripe.paymentIntents.list({ limit: 100 })
  expect(data).toHaveLength(1)
  await expectLaws(shop)
})

test('an order past its hold, a cancelled one and a paid one get no intent', async () => {
  const { as, shop, product, clock } = await openTestShop()
  const [late, gone, paid] = [
    await placed(as.buyer, product),
    await placed(as.buyer, product),
    await placed(as.buyer, product),
  ]
  const id = await intentFor(as.buyer, paid)
  await charge(shop, id)
  await confirmed(as.buyer, paid, id)
  expect((await secretOf(as.buyer, paid.price, paid._id)).status).toBe(409)
  await cancelled(as.buyer, gone)
  expect((await secretOf(as.buyer, gone.price, gone._id)).status).toBe(404)
  clock.advance(25 * HOUR)
  expect((await secretOf(as.buyer, late.price, late._id)).status).toBe(409)
})

test('asking for an intent that was paid elsewhere settles the order', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await charge(shop, id)
  const again = await secretOf(as.buyer, order.price, order._id)
  expect([again.status, await again.json()]).toMatchObject([409, { message: 'This order is already paid.' }])
  expect(await (await as.buyer.orders[':id'].$get({ param: { id: order._id } })).json()).toMatchObject({ paid: true })
  await expectLaws(shop)
})

test('an intent that was cancelled at Stripe is followed by another', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const first = await intentFor(as.buyer, order)
  await shop.stripe.paymentIntents.cancel(first)
  const second = await intentFor(as.buyer, order)
  expect(second).not.toBe(first)
  expect(await statusOf(shop, first)).toBe('cancelled')
  await charge(shop, second)
  expect((await confirmed(as.buyer, order, second)).status).toBe(200)
  await expectLaws(shop)
})

test('of two requests that were given one intent, the slower one opens another after its end', async () => {
  const opened = await openTestShop()
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  const { paymentIntents: atStripe } = shop.stripe
  const create = atStripe.create.bind(atStripe)
  let quicker = ''
  atStripe.create = async (...args) => {
    const given = await create(...args)
    if (quicker) return given
    quicker = given.id
    expect(await intentFor(as.buyer, order)).toBe(quicker)
    await atStripe.cancel(quicker)
    await deliver(opened, { event: await eventOf(shop, 'payment_intent.canceled', quicker) })
    expect(await statusOf(shop, quicker)).toBe('cancelled')
    return given
  }
  const slower = await intentFor(as.buyer, order)
  expect(slower).not.toBe(quicker)
  expect(await statusOf(shop, slower)).toBe('open')
  await expectLaws(shop)
})

test('what is not paid, somebody else’s, or for another order pays nothing', async () => {
  const { as, shop, product } = await sharedShop()
  const [order, second] = [await placed(as.buyer, product), await placed(as.buyer, product)]
  const theirs = await placed(as.other, product)
  const [id, theirId] = [await intentFor(as.buyer, order), await intentFor(as.other, theirs)]
  expect((await confirmed(as.buyer, order, id)).status).toBe(409)
  await Promise.all([charge(shop, id), charge(shop, theirId)])
  expect((await confirmed(as.buyer, order, theirId)).status).toBe(404)
  expect((await confirmed(as.other, order, id)).status).toBe(404)
  expect((await confirmed(as.admin, order, id)).status).toBe(404)
  expect((await confirmed(as.buyer, second, id)).status).toBe(409)
  expect((await confirmed(as.buyer, order, 'pi_unknown')).status).toBe(404)
  expect((await confirmed(as.buyer, order, id)).status).toBe(200)
  expect((await confirmed(as.buyer, order, id)).status).toBe(200)
  expect((await confirmed(as.buyer, second, id)).status).toBe(409)
  await expectLaws(shop)
})

test('an intent whose sum was changed at Stripe pays nothing and is given back', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await shop.stripe.paymentIntents.update(id, { amount: 100 })
  await charge(shop, id)
  expect((await confirmed(as.buyer, order, id)).status).toBe(409)
  expect(await statusOf(shop, id)).toBe('refund_due')
  expect((await ordersOf(shop, product))[0]?.status).toBe('unpaid')
  const next = await intentFor(as.buyer, order)
  await charge(shop, next)
  expect((await confirmed(as.buyer, order, next)).status).toBe(200)
  await expectLaws(shop)
})

test('twenty returns and twenty webhooks at the same instant pay once', async () => {
  const opened = await openTestShop()
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await charge(shop, id)
  const event = await eventOf(shop, 'payment_intent.succeeded', id)
  const [returns, events] = await Promise.all([
    Promise.all(times(20, () => confirmed(as.buyer, order, id))),
    Promise.all(times(20, (i) => deliver(opened, { event: { ...event, id: `${event.id}${i % 4}` } }))),
  ])
  expect(byStatus(returns)).toEqual({ 200: 20 })
  expect(byStatus(events)).toEqual({ 200: 20 })
  const log = await (await as.admin.audit.$get({ query: { action: 'order.paid' } })).json()
  expect(log).toHaveLength(1)
  expect((await ledger(opened)).charged).toBe(7200)
  await expectLaws(shop)
})

test('without an order the price finds the buyer’s only unpaid order', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order, { loose: true })
  expect(id).toBe(await intentFor(as.buyer, order))
  await charge(shop, id)
  expect((await confirmed(as.buyer, order, id)).status).toBe(200)
  await expectLaws(shop)
})

test('a loose payment is claimed by one order of its price, once', async () => {
  const { as, shop, product } = await sharedShop()
  const [order, second] = [await placed(as.buyer, product), await placed(as.buyer, product)]
  const dearer = await placed(as.buyer, product, { quantity: 8 })
  const own = await intentFor(as.buyer, order)
  const id = await intentFor(as.buyer, order, { loose: true })
  await charge(shop, id)
  expect((await confirmed(as.buyer, dearer, id)).status).toBe(409)
  const claims = await Promise.all([confirmed(as.buyer, order, id), confirmed(as.buyer, second, id)])
  expect(byStatus(claims)).toEqual({ 200: 1, 409: 1 })
  if (claims[0].status === 200) expect(await statusOf(shop, own)).toBe('cancelled')
  await expectLaws(shop)
})

test('forty payments for no order at once are twenty, and the other secrets stay here', async () => {
  const { as, shop, buyer } = await sharedShop()
  const ask = () => as.buyer['create-payment-intent'].$post({ json: { price: 12 } })
  const answers = await Promise.all(times(40, ask))
  expect(byStatus(answers)).toEqual({ 200: 20, 409: 20 })
  const isOpen = and(eq(paymentIntents.buyerId, buyer.id), eq(paymentIntents.status, 'open'))
  expect(await shop.db.$count(paymentIntents, isOpen)).toBe(20)
  expect((await ask()).status).toBe(409)
})

test('Stripe down is a 503 that may be tried again, and nothing changes', async () => {
  const opened = await openTestShop()
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  await breakStripe(opened, { failNext: 2, failStatus: '500' })
  const answer = await secretOf(as.buyer, order.price, order._id)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  const id = await intentFor(as.buyer, order)
  await charge(shop, id)
  for (const failStatus of ['429', '503'] as const) {
    await breakStripe(opened, { failNext: 2, failStatus })
    expect((await confirmed(as.buyer, order, id)).status).toBe(503)
    await breakStripe(opened, { failNext: 0 })
  }
  expect((await confirmed(as.buyer, order, id)).status).toBe(200)
  await expectLaws(shop)
})

test('an answer lost after Stripe’s commit opens no second intent', async () => {
  const opened = await openTestShop()
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  await breakStripe(opened, { failNext: 2, failStatus: '503', failAfterCommit: true, failOn: 'POST /payment_intents' })
  expect((await secretOf(as.buyer, order.price, order._id)).status).toBe(503)
  await breakStripe(opened, { failNext: 1, failStatus: '409', failAfterCommit: true, failOn: 'POST /payment_intents' })
  await intentFor(as.buyer, order)
  expect((await shop.stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(1)
})

test('the same Idempotency-Key opens one intent, also without an order, and no other request', async () => {
  const { as } = await sharedShop()
  const open = (price: number) =>
    as.buyer['create-payment-intent'].$post({ json: { price } }, { headers: { 'Idempotency-Key': 'k' } })
  const [first, second] = [await (await open(20)).json(), await (await open(20)).json()]
  expect(second).toEqual(first)
  expect((await open(21)).status).toBe(422)
})

test('Stripe slow after its commit: one intent, one charge, and an answer within the deadline', async () => {
  const opened = await openTestShop()
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  await breakStripe(opened, { delayAfterMs: 5000 })
  const start = performance.now()
  const answer = await secretOf(as.buyer, order.price, order._id)
  expect([200, 503]).toContain(answer.status)
  expect(performance.now() - start).toBeLessThan(11_000)
  await breakStripe(opened, { delayAfterMs: 0 })
  const id = await intentFor(as.buyer, order)
  expect((await shop.stripe.paymentIntents.list({ limit: 100 })).data).toHaveLength(1)
  await charge(shop, id)
  await breakStripe(opened, { delayAfterMs: 30_000 })
  expect((await confirmed(as.buyer, order, id)).status).toBe(503)
  await breakStripe(opened, { delayAfterMs: 0 })
  expect((await confirmed(as.buyer, order, id)).status).toBe(200)
  await expectLaws(shop)
})
