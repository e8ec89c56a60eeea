import { expect, test } from 'vitest'
import { MINUTE } from '../config/clock.ts'
import type { Order } from '../orders/contract.ts'
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
  times,
} from '../payments/open-test-payments.ts'
import { reconcile } from '../payments/reconcile.ts'
import { openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { expectLaws, ordersIn, placed } from '../testing/orders.ts'
import { figure, isLong, long } from './figures.ts'

const FAULTS = {
  'slow before and after its commit': { delayMs: 400, delayAfterMs: 400 },
  '500': { failNext: 5, failStatus: '500' },
  '502 after its commit': { failNext: 5, failStatus: '502', failAfterCommit: true },
  '503': { failNext: 5, failStatus: '503' },
  '409': { failNext: 5, failStatus: '409' },
  '409 after its commit': { failNext: 5, failStatus: '409', failAfterCommit: true },
  '429': { failNext: 5, failStatus: '429' },
} as const

type Client = TestShop['as']['buyer']

/** Repeats the request, as a person would, while the answer is that the provider is out of reach. */
async function until200<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 12; tries++) {
    const answer = await ask()
    if (answer.status === 200) return answer
    expect(answer.status).toBe(503)
  }
  throw new Error('it never went through')
}

/** Pays an order through whatever Stripe does; answers its intent. */
async function payThrough({ shop }: TestShop, as: Client, order: Order) {
  const asked = await until200(() => secretOf(as, order.price, order._id))
  const id = (await asked.json()).clientSecret.split('_secret_')[0] ?? ''
  for (let tries = 0; tries < 12; tries++) {
    const intent = await charge(shop, id).catch((error: { code?: string }) => error)
    if ('status' in intent || intent.code === 'payment_intent_unexpected_state') break
  }
  await until200(() => confirmed(as, order, id))
}

test.each(Object.entries(FAULTS))(
  'Stripe that is or answers %s: one intent, one charge, and the shop goes on',
  { timeout: isLong ? 600_000 : 60_000 },
  async (what, knobs) => {
    const opened = await openTestShop({ stock: 4000, fullPools: true, env: { MAX_UNPAID_ORDERS: '1000' } })
    const { as, shop, product, origin } = opened
    const orders = await Promise.all(times(long(12, 3), () => placed(as.buyer, product)))
    await breakStripe(opened, knobs)
    const paying = Promise.all(orders.map((order) => payThrough(opened, as.buyer, order)))
    const begin = performance.now()
    for (const path of ['/api/products', `/api/product/${product.id}`, '/api/reviews']) {
      expect((await fetch(`${origin}${path}`)).status).toBe(200)
    }
    const browsing = performance.now() - begin
    await paying
    await breakStripe(opened, { failNext: 0 })
    const { intents, charged } = await ledger(opened)
    expect(charged).toBe(orders.length * 7200)
    expect(intents.filter((intent) => intent.charged > 0)).toHaveLength(orders.length)
    const { rows } = await shop.pool.query(
      'select order_id, count(*) from payment_intents group by 1 having count(*) > 1',
    )
    expect(rows).toEqual([])
    expect((await ordersIn(shop)).map(({ status }) => status)).toEqual(orders.map(() => 'paid'))
    await expectLaws(shop)
    figure(`Stripe: ${what}`, {
      orders: orders.length,
      charges: orders.length,
      'three pages meanwhile ms': Math.round(browsing),
    })
  },
)

test('events twenty times, out of order and late are each worked on once', async () => {
  const opened = await openTestShop({ stock: 4000, fullPools: true, work: true, env: { MAX_UNPAID_ORDERS: '1000' } })
  const { as, shop, product } = opened
  await breakStripe(opened, { webhookCopies: 20, webhookReorder: true, webhookDelayMs: 300 })
  const orders = await Promise.all(times(long(20, 4), () => placed(as.buyer, product)))
  for (const order of orders) await charge(shop, await intentFor(as.buyer, order))
  await expect
    .poll(async () => (await ordersIn(shop)).filter(({ status }) => status === 'paid').length)
    .toBe(orders.length)
  const { rows } = await shop.pool.query("select count(*)::int as lines from audit_log where action = 'order.paid'")
  expect(rows[0].lines).toBe(orders.length)
  expect((await ledger(opened)).charged).toBe(orders.length * 7200)
  await expectLaws(shop)
})

test('what no event told is settled by the reconciler within five minutes', async () => {
  const opened = await openTestShop({ stock: 4000, fullPools: true, work: true, env: { MAX_UNPAID_ORDERS: '1000' } })
  const { as, shop, product, clock } = opened
  await breakStripe(opened, { webhookDrop: 1000 })
  const orders = await Promise.all(times(long(20, 5), () => placed(as.buyer, product)))
  const [gone, ...bought] = await Promise.all(
    orders.map(async (order) => ({ order, id: await intentFor(as.buyer, order) })),
  )
  await Promise.all(bought.map(({ id }) => charge(shop, id)))
  if (gone) expect((await cancelled(as.buyer, gone.order)).status).toBe(200)
  for (let minute = 1; minute <= 5; minute++) {
    clock.advance(MINUTE)
    await reconcile(shop)
  }
  const paid = (await ordersIn(shop)).filter(({ status }) => status === 'paid')
  expect(paid).toHaveLength(bought.length)
  await expectLaws(shop)
  figure('lost webhooks', { payments: bought.length, 'settled by the reconciler': paid.length })
})

test.each([-301, 301])('an event signed %i seconds from now is refused; at 290 it is taken', async (skew) => {
  const opened = await openTestShop()
  const { as, shop, product, clock } = opened
  const order = await placed(as.buyer, product)
  const id = await intentFor(as.buyer, order)
  await charge(shop, id)
  const event = await eventOf(shop, 'payment_intent.succeeded', id)
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)
  expect((await deliver(opened, { event, at: at(skew + Math.sign(skew)) })).status).toBe(400)
  expect((await ordersIn(shop))[0]?.status).toBe('unpaid')
  expect((await deliver(opened, { event, at: at(Math.sign(skew) * 290) })).status).toBe(200)
  expect((await ordersIn(shop))[0]?.status).toBe('paid')
  const forged = { event: { ...event, id: 'evt_forged' }, secret: 'whsec_somebody_else' }
  expect((await deliver(opened, forged)).status).toBe(400)
})
