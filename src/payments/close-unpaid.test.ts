import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { HOUR } from '../config/clock.ts'
import { openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { byStatus, expectLaws, orderIdOf, ordersIn, ordersOf, placed, stockOf } from '../testing/orders.ts'
import { expireUnpaidOrder } from './close-unpaid.ts'
import {
  breakStripe,
  cancelled,
  charge,
  confirmed,
  intentFor,
  ledger,
  secretOf,
  statusOf,
  times,
} from './open-test-payments.ts'
import { reconcile } from './reconcile.ts'

const sharedShop = sharedTestShop()

test('a cancel ends the intent at Stripe and gives the units back', async () => {
  const { as, shop, product } = await sharedShop({ stock: 10 })
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  const answer = await cancelled(as.buyer, order)
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { _id: order._id, status: 'cancelled', paid: false },
  ])
  expect((await shop.stripe.paymentIntents.retrieve(id)).status).toBe('canceled')
  expect(await statusOf(shop, id)).toBe('cancelled')
  expect(await stockOf(shop, product)).toBe(10)
  expect((await cancelled(as.buyer, order)).status).toBe(404)
  await expect(charge(shop, id)).rejects.toThrow()
  await expectLaws(shop)
})

test('the same Idempotency-Key cancels once and answers the same', async () => {
  const { as, product } = await sharedShop()
  const [order, second] = [await placed(as.buyer, product), await placed(as.buyer, product)]
  await intentFor(as.buyer, order)
  const first = await (await cancelled(as.buyer, order, 'k')).json()
  const again = await cancelled(as.buyer, order, 'k')
  expect([again.status, await again.json()]).toEqual([200, first])
  expect((await cancelled(as.buyer, second, 'k')).status).toBe(422)
})

test('a paid order is not cancelled, also when the shop has not heard of the payment', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await charge(shop, id)
  const answer = await cancelled(as.buyer, order)
  expect([answer.status, await answer.json()]).toMatchObject([409, { message: 'This order is already paid.' }])
  expect((await ordersOf(shop, product))[0]).toMatchObject({ status: 'paid', transactionId: id })
  expect((await cancelled(as.admin, order)).status).toBe(409)
  await expectLaws(shop)
})

test('an admin cancels anybody’s unpaid order', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  await intentFor(as.buyer, order)
  expect((await cancelled(as.admin, order)).status).toBe(200)
  await expectLaws(shop)
})

test('while Stripe is down nothing is cancelled', async () => {
  const opened = await openTestShop({ stock: 10 })
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await breakStripe(opened, { failNext: 2, failStatus: '502' })
  const answer = await cancelled(as.buyer, order, 'key')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect([await statusOf(shop, id), await stockOf(shop, product)]).toEqual(['open', 6])
  expect((await cancelled(as.buyer, order, 'key')).status).toBe(200)
  await expectLaws(shop)
})

test('a cancel whose answer was lost after Stripe’s commit goes through', async () => {
  const opened = await openTestShop()
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  await intentFor(as.buyer, order)
  await breakStripe(opened, {
    failNext: 1,
    failStatus: '500',
    failAfterCommit: true,
    failOn: 'POST /payment_intents/:id/cancel',
  })
  expect((await cancelled(as.buyer, order)).status).toBe(200)
  await expectLaws(shop)
})

/** A busy Stripe answers 503, and then the same is asked again. */
async function cancelledInTime(client: Parameters<typeof cancelled>[0], order: Parameters<typeof cancelled>[1]) {
  for (;;) {
    const answer = await cancelled(client, order)
    if (answer.status !== 503) return answer
  }
}

test('cancel against pay, twenty times: each order is paid or free, never both', async () => {
  const opened = await openTestShop({ env: { MAX_UNPAID_ORDERS: '100' } })
  const { as, shop, product } = opened
  const orders = await Promise.all(times(20, () => placed(as.buyer, product)))
  const ids = await Promise.all(orders.map((order) => intentFor(as.buyer, order)))
  const outcomes = await Promise.all(
    orders.map(async (order, i) => {
      const id = ids[i] ?? ''
      const [pay, cancel] = await Promise.all([
        charge(shop, id).then(
          () => confirmed(as.buyer, order, id),
          () => undefined,
        ),
        new Promise((done) => setTimeout(done, (i % 5) * 8)).then(() => cancelledInTime(as.buyer, order)),
      ])
      return { pay: pay?.status, cancel: cancel.status }
    }),
  )
  for (const outcome of outcomes) {
    expect(
      [outcome.pay, outcome.cancel].filter((status) => status === 200),
      JSON.stringify(outcome),
    ).toHaveLength(1)
  }
  const paid = outcomes.filter(({ pay }) => pay === 200).length
  expect((await ledger(opened)).charged).toBe(paid * 7200)
  expect(await stockOf(shop, product)).toBe(320 - 4 * paid)
  await expectLaws(shop)
})

test('cancels and intents at once leave no payable intent behind', async () => {
  const { as, shop, product } = await sharedShop()
  const orders = await Promise.all(times(6, () => placed(as.buyer, product)))
  await Promise.all(
    orders.map((order) => Promise.all([secretOf(as.buyer, order.price, order._id), cancelled(as.buyer, order)])),
  )
  expect((await ordersOf(shop, product)).map(({ status }) => status)).toEqual(orders.map(() => 'cancelled'))
  await expectLaws(shop)
})

test('an order past its hold expires with its intent; one that was paid meanwhile is paid', async () => {
  const { as, shop, product, clock } = await openTestShop({ stock: 20 })
  const [late, paid, untouched] = await Promise.all(times(3, () => placed(as.buyer, product)))
  if (!late || !paid || !untouched) throw new Error('three orders')
  const [lateId, paidId] = [await intentFor(as.buyer, late), await intentFor(as.buyer, paid)]
  clock.advance(25 * HOUR)
  await charge(shop, paidId)
  await reconcile(shop)
  const status = Object.fromEntries((await ordersIn(shop)).map((order) => [order.id, order.status]))
  expect(status).toEqual({ [late._id]: 'expired', [untouched._id]: 'expired', [paid._id]: 'paid' })
  expect((await shop.stripe.paymentIntents.retrieve(lateId)).status).toBe('canceled')
  expect(await stockOf(shop, product)).toBe(16)
  await expectLaws(shop)
})

test('expiry against pay: one of them happens', async () => {
  const { as, shop, product, clock } = await openTestShop({ stock: 200 })
  const orders = await Promise.all(times(8, () => placed(as.buyer, product)))
  const ids = await Promise.all(orders.map((order) => intentFor(as.buyer, order)))
  clock.advance(24 * HOUR)
  await Promise.all(
    orders.map((order, i) =>
      Promise.allSettled([
        charge(shop, ids[i] ?? '').then(() => confirmed(as.buyer, order, ids[i] ?? '')),
        orderIdOf(shop, order).then((id) => expireUnpaidOrder(shop, id)),
      ]),
    ),
  )
  const ends = byStatus(
    (await ordersIn(shop)).map(({ status }) => ({ status: { paid: 1, expired: 0 }[String(status)] ?? -1 })),
  )
  expect((ends[1] ?? 0) + (ends[0] ?? 0)).toBe(8)
  await expectLaws(shop)
})

test('while Stripe is down no order with an intent expires', async () => {
  const opened = await openTestShop()
  const { as, shop, product, clock } = opened
  const order = await placed(as.buyer, product)
  await intentFor(as.buyer, order)
  clock.advance(25 * HOUR)
  await breakStripe(opened, { failNext: 1000, failStatus: '503' })
  await reconcile(shop)
  expect((await ordersIn(shop))[0]?.status).toBe('unpaid')
  await breakStripe(opened, { failNext: 0 })
  await reconcile(shop)
  expect((await ordersIn(shop))[0]?.status).toBe('expired')
  await expectLaws(shop)
})

test('an order without a payment expires, although Stripe refuses to end the payments of six older ones', async () => {
  const opened = await openTestShop({ stock: 40, env: { MAX_UNPAID_ORDERS: '10' } })
  const { as, shop, product, clock } = opened
  for (const _ of times(6, () => 0)) await intentFor(as.buyer, await placed(as.buyer, product))
  const last = await placed(as.buyer, product)
  clock.advance(25 * HOUR)
  await breakStripe(opened, { failNext: 1000, failStatus: '429', failOn: 'POST /payment_intents/:id/cancel' })
  await reconcile(shop)
  const expired = (await ordersIn(shop)).filter(({ status }) => status === 'expired')
  expect(expired.map(({ id }) => id)).toEqual([last._id])
  await expectLaws(shop)
})

test('payments that are locked at Stripe hold up no other order', async () => {
  const { as, shop, product, clock } = await openTestShop({ stock: 40, env: { MAX_UNPAID_ORDERS: '10' } })
  const ids: string[] = []
  for (const _ of times(7, () => 0)) ids.push(await intentFor(as.buyer, await placed(as.buyer, product)))
  clock.advance(25 * HOUR)
  const { paymentIntents: intents } = shop.stripe
  const cancel = intents.cancel.bind(intents)
  const type = 'invalid_request_error'
  const locked = new Stripe.errors.StripeRateLimitError({ type, code: 'lock_timeout', statusCode: 429 })
  intents.cancel = ((...args: Parameters<typeof cancel>) =>
    args[0] === ids.at(-1) ? cancel(...args) : Promise.reject(locked)) as typeof cancel
  await reconcile(shop)
  expect(await Promise.all(ids.map((id) => statusOf(shop, id)))).toEqual([...times(6, () => 'open'), 'cancelled'])
  await expectLaws(shop)
})
