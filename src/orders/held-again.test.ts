import { describe, expect, test } from 'vitest'
import { ask } from '../client.ts'
import { DAY, HOUR, MINUTE } from '../config/clock.ts'
import { charge, deliver, eventOf, intentFor, times } from '../payments/open-test-payments.ts'
import { reconcile } from '../payments/reconcile.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { aProduct, clientOf, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, expectLaws, lasts, placed, stockOf } from '../testing/orders.ts'
import type { Order } from './contract.ts'

test('a part that the staff took back from a buyer ten times in a day is not held by them again that day, and others may', async () => {
  const { shop, as, product } = await openTestShop({ stock: 8, env: { RATE_LIMIT: 'on' } })
  const another = await aProduct(shop)
  const held = () => as.buyer.checkouts.$post({ json: aCheckout([{ product, quantity: 8 }, { product: another }]) })
  await ask(as.buyer.orders[':id'].$delete({ param: { id: (await placed(as.buyer, product))._id } }))
  for (const _ of times(10, (at) => at)) {
    const { _id: id } = await ask(held())
    await ask(as.admin.checkouts[':id'].$delete({ param: { id } }))
  }
  const refused = await held()
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { message: expect.stringMatching(/^The shop has cancelled 10 unpaid orders of yours with a part of this one/) },
  ])
  expect(await stockOf(shop, product)).toBe(8)
  await placed(as.buyer, await aProduct(shop))
  await placed(as.other, product)
  await expectLaws(shop)
})

test('who left two orders with a part unpaid within a week has half an hour to pay the third, after ten nothing is held, and other parts and buyers are as ever', async () => {
  const { shop, as, clock, product } = await openTestShop({ stock: 8, env: { RATE_LIMIT: 'on' } })
  const leave = async () => {
    const order = await placed(as.buyer, product, { quantity: 8 })
    clock.advance(lasts(order) + MINUTE)
    await reconcile(shop)
    return lasts(order)
  }
  expect([await leave(), await leave()]).toEqual([24 * HOUR, 24 * HOUR])
  expect(lasts(await placed(as.buyer, await aProduct(shop)))).toBe(24 * HOUR)
  for (const _ of times(8, (at) => at)) expect(await leave()).toBe(30 * MINUTE)
  const refused = await as.buyer.order.$post({ json: anOrder(product) })
  const message = expect.stringMatching(/^10 orders of yours with a part of this one were left unpaid/)
  expect([refused.status, await refused.json()]).toMatchObject([409, { message }])
  expect(await stockOf(shop, product)).toBe(8)
  expect(lasts(await placed(as.other, product))).toBe(24 * HOUR)
  await expectLaws(shop)
})

test('who cancels holds of a part close to their end has left them unpaid, and who thinks better of it at once has not', async () => {
  const { shop, as, clock, product } = await openTestShop({ stock: 8, env: { RATE_LIMIT: 'on' } })
  const holdFor = async (ms: number) => {
    const order = await placed(as.buyer, product)
    clock.advance(ms)
    await ask(as.buyer.orders[':id'].$delete({ param: { id: order._id } }))
    clock.advance(lasts(order) - ms + MINUTE)
    return lasts(order)
  }
  for (const _ of times(3, (at) => at)) expect(await holdFor(HOUR)).toBe(24 * HOUR)
  expect([await holdFor(24 * HOUR - MINUTE), await holdFor(13 * HOUR)]).toEqual([24 * HOUR, 24 * HOUR])
  for (const _ of times(8, (at) => at)) expect(await holdFor(29 * MINUTE)).toBe(30 * MINUTE)
  expect((await as.buyer.order.$post({ json: anOrder(product) })).status).toBe(409)
  expect(await stockOf(shop, product)).toBe(8)
  await expectLaws(shop)
})

describe('who is verified and cancels', () => {
  test('gets no new time within a hold by cancelling and ordering again, alone or with other parts', async () => {
    const { shop, as, clock, product } = await openTestShop({ stock: 8 })
    const also = await aProduct(shop)
    const first = await placed(as.buyer, product)
    clock.advance(9 * HOUR)
    await ask(as.buyer.orders[':id'].$delete({ param: { id: first._id } }))
    const { orders } = await ask(as.buyer.checkouts.$post({ json: aCheckout([{ product }, { product: also }]) }))
    expect(orders.map(({ expiresAt }) => expiresAt)).toEqual([first.expiresAt, first.expiresAt])
    for (const { _id: id } of orders) await ask(as.buyer.orders[':id'].$delete({ param: { id } }))
    expect((await placed(as.buyer, also)).expiresAt).toBe(first.expiresAt)
    const again = await placed(as.buyer, product)
    expect(again.expiresAt).toBe(first.expiresAt)
    await charge(shop, await intentFor(as.buyer, again), 'threeDSecure2Required')
    clock.advance(15 * HOUR + MINUTE)
    await reconcile(shop)
    expect(await stockOf(shop, product)).toBe(8)
    await expectLaws(shop)
  })

  test('gets no new time behind an order that took over an earlier end', async () => {
    const { shop, as, clock, product } = await openTestShop({ stock: 40 })
    const drop = ({ _id: id }: Order) => ask(as.buyer.orders[':id'].$delete({ param: { id } }))
    const small = await placed(as.buyer, product)
    clock.advance(23 * HOUR)
    const big = await placed(as.buyer, product, { quantity: 36 })
    await drop(small)
    await drop(await placed(as.buyer, product))
    clock.advance(2 * HOUR)
    await drop(await placed(as.buyer, await aProduct(shop)))
    await drop(big)
    expect((await placed(as.buyer, product, { quantity: 36 })).expiresAt).toBe(big.expiresAt)
    await expectLaws(shop)
  })

  test('gets a whole hold for another part, for what somebody else cancelled, and once the first one is over', async () => {
    const { shop, as, clock, product } = await openTestShop()
    const first = await placed(as.buyer, product)
    clock.advance(9 * HOUR)
    await ask(as.buyer.orders[':id'].$delete({ param: { id: first._id } }))
    expect(lasts(await placed(as.other, product))).toBe(24 * HOUR)
    expect(lasts(await placed(as.buyer, await aProduct(shop)))).toBe(24 * HOUR)
    clock.advance(15 * HOUR)
    expect(lasts(await placed(as.buyer, product))).toBe(24 * HOUR)
    await expectLaws(shop)
  })
})

test('who is not verified begins to pay for a part once, and gets no new time by cancelling and beginning again', async () => {
  const opened = await openTestShop({ stock: 8 })
  const { shop, clock, product } = opened
  const eve = await aNewcomer(opened)
  const begins = async () => {
    const as = clientOf(opened.origin, await eve.browser.sync(eve.email))
    const { _id: id } = await placed(as, product)
    const intent = await intentFor(as, await ask(as.orders[':id'].$get({ param: { id } })))
    await charge(shop, intent, 'threeDSecure2Required')
    await deliver(opened, { event: await eventOf(shop, 'payment_intent.requires_action', intent) })
    return { as, order: await ask(as.orders[':id'].$get({ param: { id } })) }
  }
  const { as, order } = await begins()
  expect(lasts(order)).toBe(24 * HOUR)
  clock.advance(30 * MINUTE)
  await ask(as.orders[':id'].$delete({ param: { id: order._id } }))
  expect((await begins()).order.expiresAt).toBe(order.expiresAt)
  clock.advance(23 * HOUR + 31 * MINUTE)
  await reconcile(shop)
  expect(await stockOf(shop, product)).toBe(8)
  await expectLaws(shop)
})

test('who is not verified ends sixty orders unpaid in a day, by account and by address, then verifies', async () => {
  const opened = await openTestShop({ env: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' }, stock: 80 })
  const { shop, clock, product } = opened
  const from = (place: string) => aNewcomer(opened, { 'X-Forwarded-For': place })
  const [eve, ...others] = await Promise.all([from('203.0.113.7'), from('203.0.113.7'), from('203.0.113.7')])
  for (const { as } of times(20, () => [eve, ...others]).flat())
    await ask(as.orders[':id'].$delete({ param: { id: (await placed(as, product))._id } }))
  const refused = await eve.as.order.$post({ json: anOrder(await aProduct(shop)) })
  expect([refused.status, await refused.json()]).toMatchObject([409, { message: expect.stringMatching(/^60 orders/) }])
  await placed((await from('203.0.113.8')).as, product)
  await placed(opened.as.buyer, product)
  await eve.verify()
  await placed(eve.as, product)
  clock.advance(DAY)
  await placed((await from('203.0.113.7')).as, product)
  await expectLaws(shop)
})
