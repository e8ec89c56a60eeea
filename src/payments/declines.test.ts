import { expect, test } from 'vitest'
import { DAY } from '../config/clock.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { expectLaws, ordersIn, placed } from '../testing/orders.ts'
import { DECLINED } from './declines.ts'
import { charge, confirmed, deliver, eventOf, intentFor, secretOf, statusOf } from './open-test-payments.ts'
import { stripeEvents } from './table.server.ts'

type Opened = Awaited<ReturnType<typeof openTestShop>>

/** So many cards are refused at a payment, and Stripe tells of each twice. */
async function refused(opened: Opened, id: string, count: number) {
  for (let card = 0; card < count; card++) {
    await expect(charge(opened.shop, id, 'chargeDeclined')).rejects.toThrow('declined')
    const event = await eventOf(opened.shop, DECLINED, id)
    for (let copy = 0; copy < 2; copy++) expect((await deliver(opened, { event })).status).toBe(200)
  }
}

/** So many cards were refused at a payment before, which Stripe has told of. */
async function refusedBefore({ shop, clock }: Opened, id: string, count: number) {
  const [type, at] = [DECLINED, clock.now()]
  const told = { type, payload: { intentId: id }, receivedAt: at, processedAt: at }
  const rows = Array.from({ length: count }, () => ({ id: `evt_${crypto.randomUUID()}`, ...told }))
  await shop.db.insert(stripeEvents).values(rows)
}

test('the tenth refused card ends a payment, and its order is paid by another', async () => {
  const opened = await openTestShop({ env: { RATE_LIMIT: 'on' }, work: true })
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await refusedBefore(opened, id, 8)
  await refused(opened, id, 1)
  expect(await intentFor(as.buyer, order)).toBe(id)
  await refused(opened, id, 1)
  await expect.poll(() => statusOf(shop, id)).toBe('cancelled')
  await expect(charge(shop, id)).rejects.toThrow('canceled')
  const next = await intentFor(as.buyer, order)
  await charge(shop, next)
  expect((await confirmed(as.buyer, order, next)).status).toBe(200)
  expect(await ordersIn(shop)).toMatchObject([{ status: 'paid', transactionId: next }])
  await expectLaws(shop)
})

test('a buyer of thirty refused cards begins no payment for a day, and each that is open ends with the next', async () => {
  const opened = await openTestShop({ env: { RATE_LIMIT: 'on' }, work: true })
  const { as, shop, clock } = opened
  const loose = () => intentFor(as.buyer, { _id: '', price: 5 }, { loose: true })
  const [first, second, third, fourth] = [await loose(), await loose(), await loose(), await loose()]
  await refusedBefore(opened, first, 9)
  await refusedBefore(opened, second, 9)
  await refusedBefore(opened, third, 9)
  await refusedBefore(opened, fourth, 1)
  await refused(opened, fourth, 1)
  expect((await secretOf(as.other, 5)).status).toBe(200)
  expect((await secretOf(as.buyer, 5)).status).toBe(200)
  await refused(opened, fourth, 1)
  await expect.poll(() => statusOf(shop, fourth)).toBe('cancelled')
  const told = await secretOf(as.buyer, 5)
  expect([told.status, await told.json()]).toMatchObject([
    409,
    { message: expect.stringContaining('Order and pay tomorrow.') },
  ])
  expect((await secretOf(as.other, 5)).status).toBe(200)
  expect(await statusOf(shop, first)).toBe('open')
  await refused(opened, first, 1)
  await expect.poll(() => statusOf(shop, first)).toBe('cancelled')
  clock.advance(DAY + 1)
  expect((await secretOf(as.buyer, 5)).status).toBe(200)
  await expectLaws(shop)
})

test('of all who are not verified one place has sixty refused cards in a day', async () => {
  const opened = await openTestShop({ env: { RATE_LIMIT: 'on' }, work: true })
  const { as, shop, clock } = opened
  const [first, second, third] = [await aNewcomer(opened), await aNewcomer(opened), await aNewcomer(opened)]
  const loose = (by: typeof as.buyer) => intentFor(by, { _id: '', price: 5 }, { loose: true })
  for (const { as: by } of [first, second])
    for (const count of [9, 9, 9, 2]) await refusedBefore(opened, await loose(by), count)
  const [open, last] = [await loose(third.as), await loose(third.as)]
  await refused(opened, last, 1)
  expect((await secretOf(third.as, 5)).status).toBe(200)
  await refused(opened, last, 1)
  await expect.poll(() => statusOf(shop, last)).toBe('cancelled')
  const told = await secretOf(third.as, 5)
  expect([told.status, await told.json()]).toMatchObject([409, { message: expect.stringContaining('in your network') }])
  expect((await secretOf(as.buyer, 5)).status).toBe(200)
  await refused(opened, open, 1)
  await expect.poll(() => statusOf(shop, open)).toBe('cancelled')
  await third.verify()
  expect((await secretOf(third.as, 5)).status).toBe(200)
  clock.advance(DAY + 1)
  expect((await secretOf((await aNewcomer(opened)).as, 5)).status).toBe(200)
  await expectLaws(shop)
})

test('without limits refused cards end nothing', async () => {
  const opened = await openTestShop({ work: true })
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await refused(opened, id, 11)
  await charge(shop, id)
  expect((await confirmed(as.buyer, order, id)).status).toBe(200)
})
