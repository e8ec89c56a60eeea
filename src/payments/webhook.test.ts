import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { ask } from '../client.ts'
import { MINUTE } from '../config/clock.ts'
import { openLog } from '../config/log.ts'
import { openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { byStatus, expectLaws, ordersIn, ordersOf, placed } from '../testing/orders.ts'
import {
  breakStripe,
  charge,
  confirmed,
  deliver,
  eventOf,
  intentFor,
  ledger,
  statusOf,
  times,
} from './open-test-payments.ts'
import { stripeKeys } from './stripe-keys.ts'
import { stripeEvents } from './table.server.ts'
import { workOnEvent } from './webhook.ts'

const sharedShop = sharedTestShop()

async function anEvent() {
  const opened = await openTestShop()
  const order = await placed(opened.as.buyer, opened.product)
  const id = await intentFor(opened.as.buyer, order)
  await charge(opened.shop, id)
  const event = await eventOf(opened.shop, 'payment_intent.succeeded', id)
  return { ...opened, opened, order, id, event }
}

test('a signed event pays the order while the browser is away, however often and in any order it comes', async () => {
  const { opened, shop, id, event } = await anEvent()
  const created = await eventOf(shop, 'payment_intent.created', id)
  const copies = times(20, (i) => deliver(opened, { event: i % 3 ? event : created }))
  expect(byStatus(await Promise.all(copies))).toEqual({ 200: 20 })
  expect((await ordersIn(shop))[0]).toMatchObject({ status: 'paid', transactionId: id })
  expect(await shop.db.select().from(stripeEvents)).toHaveLength(2)
  await expectLaws(shop)
})

test('an event that is worked on at once leaves no job for later', async () => {
  const { opened, shop, event } = await anEvent()
  expect((await deliver(opened, { event })).status).toBe(200)
  expect((await ordersIn(shop))[0]).toMatchObject({ status: 'paid' })
  await expect.poll(() => shop.jobs.findJobs('stripeEvent')).toEqual([])
})

test('forged, stale, future and unsigned events are refused and not kept', async () => {
  const { opened, shop, clock, event } = await anEvent()
  const at = (minutes: number) => new Date(clock.now().getTime() + minutes * MINUTE)
  const answers = await Promise.all([
    deliver(opened, { event, secret: 'whsec_forged' }),
    deliver(opened, { event, signature: '' }),
    deliver(opened, { event, signature: 't=1,v1=00' }),
    deliver(opened, { event, signature: 'v1=00' }),
    deliver(opened, { event, at: at(-5.2) }),
    deliver(opened, { event, at: at(5.2) }),
  ])
  expect(byStatus(answers)).toEqual({ 400: 6 })
  expect(await shop.db.select().from(stripeEvents)).toEqual([])
  expect((await ordersIn(shop))[0]?.status).toBe('unpaid')
  expect((await deliver(opened, { event, at: at(-4.8) })).status).toBe(200)
  expect((await deliver(opened, { event: { ...event, id: 'evt_soon' }, at: at(4.8) })).status).toBe(200)
})

test('a signature with two times is refused, whichever of them was signed', async () => {
  const { opened, shop, clock, event } = await anEvent()
  const now = Math.floor(clock.now().getTime() / 1000)
  const later = now + 6 * 60
  const signed = (timestamp: number) =>
    Stripe.webhooks
      .generateTestHeaderString({
        payload: JSON.stringify(event),
        secret: stripeKeys(shop.config).webhookSecret,
        timestamp,
      })
      .replace(/^t=\d+,/, '')
  const answers = await Promise.all([
    deliver(opened, { event, signature: `t=${now},t=${later},${signed(later)}` }),
    deliver(opened, { event, signature: `t=${now}, t=${now},t=${later},${signed(later)}` }),
    deliver(opened, { event, signature: `t=${later},t=${now},${signed(now)}` }),
    deliver(opened, { event, signature: `t=${now},t=${now},${signed(now)}` }),
  ])
  expect(byStatus(answers)).toEqual({ 400: 4 })
  expect(await shop.db.select().from(stripeEvents)).toEqual([])
  expect((await deliver(opened, { event, signature: `t=${now},${signed(now)}` })).status).toBe(200)
})

test('a signed lie about an intent changes nothing, for Stripe is asked', async () => {
  const opened = await sharedShop()
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  const created = await eventOf(shop, 'payment_intent.created', id)
  const lie = {
    ...created,
    type: 'payment_intent.succeeded',
    data: { object: { ...created.data.object, status: 'succeeded' } },
  }
  expect((await deliver(opened, { event: lie })).status).toBe(200)
  expect((await ordersOf(shop, product))[0]?.status).toBe('unpaid')
  expect(await statusOf(shop, id)).toBe('open')
})

test('unknown types and intents of others are kept and ignored', async () => {
  const { opened, shop, event } = await anEvent()
  const stranger = { object: { ...event.data.object, id: 'pi_stranger' } }
  const answers = await Promise.all([
    deliver(opened, { event: { ...event, id: 'evt_1', type: 'customer.created' } }),
    deliver(opened, { event: { ...event, id: 'evt_2', data: stranger } }),
    deliver(opened, { event: { ...event, id: 'evt_3', type: 'price.created', data: { object: { object: 'price' } } } }),
  ])
  expect(byStatus(answers)).toEqual({ 200: 3 })
  const kept = await shop.db.select().from(stripeEvents)
  expect(kept.map(({ id, processedAt }) => [id, processedAt !== null])).toEqual(
    expect.arrayContaining(['evt_1', 'evt_2', 'evt_3'].map((id) => [id, true])),
  )
  expect((await ordersIn(shop))[0]?.status).toBe('unpaid')
  const none = [
    { id: 'evt_4' },
    { ...event, id: 'evt_\0' },
    { ...event, data: { object: { ...event.data.object, id: 'pi_\0' } } },
  ]
  for (const one of none) expect((await deliver(opened, { event: one })).status).toBe(400)
})

test('a payment that a restored database does not have is told of in the log', async () => {
  const lines: object[] = []
  const log = openLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
  const opened = await openTestShop({ log })
  for (const metadata of [
    { orderId: randomUUID(), buyerId: randomUUID() },
    { orderId: '7', buyerId: 'of another shop' },
  ]) {
    const { id } = await opened.shop.stripe.paymentIntents.create({ amount: 7200, currency: 'usd', metadata })
    await charge(opened.shop, id)
    await deliver(opened, { event: await eventOf(opened.shop, 'payment_intent.succeeded', id) })
    expect(lines).toMatchObject([{ payment: expect.any(String), msg: expect.stringContaining('not in the books') }])
  }
})

test('the inbox holds no client secret and no card', async () => {
  const { opened, shop, event, id } = await anEvent()
  await deliver(opened, { event })
  const [kept] = await shop.db.select().from(stripeEvents)
  expect(kept?.payload).toEqual({ created: event.created, object: 'payment_intent', objectId: id, intentId: id })
})

test('an event that came while Stripe was down is worked on later', async () => {
  const { opened, shop, event, id } = await anEvent()
  await breakStripe(opened, { failNext: 2, failStatus: '503' })
  expect((await deliver(opened, { event })).status).toBe(200)
  expect(await statusOf(shop, id)).toBe('open')
  await workOnEvent(shop, event.id)
  expect(await statusOf(shop, id)).toBe('succeeded')
  const [kept] = await shop.db.select().from(stripeEvents).where(eq(stripeEvents.id, event.id))
  expect(kept?.processedAt).toBeTruthy()
  await expectLaws(shop)
})

test('a body over 1 MB is refused', async () => {
  const opened = await sharedShop()
  const big = { id: 'evt_big', type: 'x', created: 1, data: { object: { object: 'x', filler: 'x'.repeat(1_100_000) } } }
  expect((await deliver(opened, { event: big })).status).toBe(413)
  const large = { ...big, data: { object: { object: 'x', filler: 'x'.repeat(500_000) } } }
  expect((await deliver(opened, { event: large })).status).toBe(200)
})

test('the stand-in’s own events reach the webhook, repeated, out of order and answered late', async () => {
  const opened = await openTestShop({ work: true })
  const { as, shop, product } = opened
  await breakStripe(opened, { webhookCopies: 3, webhookReorder: true, delayAfterMs: 30 })
  const orders = await Promise.all(times(4, () => placed(as.buyer, product)))
  await Promise.all(orders.map(async (order) => charge(shop, await intentFor(as.buyer, order))))
  await expect.poll(async () => (await ordersIn(shop)).map(({ status }) => status)).toEqual(times(4, () => 'paid'))
  expect((await ledger(opened)).charged).toBe(4 * 7200)
  await expectLaws(shop)
})

test('a dispute or a warning of fraud is noted once at its order, for who would send it', async () => {
  const { as, opened, shop, order, id, event } = await anEvent()
  await deliver(opened, { event })
  const told = { id: 'dp_1', object: 'dispute', payment_intent: id, status: 'needs_response' }
  for (const type of ['charge.dispute.created', 'radar.early_fraud_warning.created', 'charge.dispute.created'])
    expect(
      (await deliver(opened, { event: { ...event, id: `evt_${type}`, type, data: { object: told } } })).status,
    ).toBe(200)
  const noted = await ask(as.admin.audit.$get({ query: { action: 'order.charge-warned' } }))
  expect(noted).toMatchObject([{ after: { payment: id, cents: 7200 } }])
  const [listed] = await ask(as.admin.allorders.$get({ query: { q: order.number } }))
  expect(listed).toMatchObject({ status: 'paid', warnedAt: expect.any(String) })
  const pages = await Promise.all(
    [as.admin, as.buyer].map((reader) => ask(reader.orders[':id'].page.$get({ param: { id: order.checkoutId } }))),
  )
  expect(pages.map(({ lines }) => lines[0]?.warnedAt)).toEqual([expect.any(String), null])
  expect(pages.map(({ history }) => history.map(({ what }) => what))).toEqual([
    ['placed', 'paid', 'warned'],
    ['placed', 'paid'],
  ])
  expect(await ask(as.buyer.orders.$get({ query: { email: order.email } }))).toMatchObject([{ warnedAt: null }])
  expect(await (await as.buyer.account.data.$get()).text()).not.toContain('warned_at')
  const strange = {
    ...event,
    id: 'evt_other',
    type: 'charge.dispute.created',
    data: { object: { ...told, payment_intent: 'pi_x' } },
  }
  expect((await deliver(opened, { event: strange })).status).toBe(200)
  await expectLaws(shop)
})

test('a warning of a payment that is for no order yet is noted at the order that it pays', async () => {
  const opened = await openTestShop()
  const { as, shop, product } = opened
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order, { loose: true })
  await charge(shop, id)
  const type = 'radar.early_fraud_warning.created'
  const event = { ...(await eventOf(shop, 'payment_intent.succeeded', id)), id: 'evt_w', type }
  const told = { id: 'issfr_1', object: 'radar.early_fraud_warning', payment_intent: id }
  expect((await deliver(opened, { event: { ...event, data: { object: told } } })).status).toBe(200)
  expect((await confirmed(as.buyer, order, id)).status).toBe(200)
  const [listed] = await ask(as.admin.allorders.$get({ query: { q: order.number } }))
  expect(listed).toMatchObject({ status: 'paid', warnedAt: expect.any(String) })
  await expectLaws(shop)
})
