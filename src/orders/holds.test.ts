import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../config/clock.ts'
import { charge, confirmed, deliver, eventOf, intentFor, times } from '../payments/open-test-payments.ts'
import { reconcile } from '../payments/reconcile.ts'
import { mailsOf } from '../testing/mails.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { aProduct, clientOf, openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, byStatus, expectLaws, lasts, paid, placed, stockOf } from '../testing/orders.ts'
import type { Checkout } from './checkout-contract.ts'
import type { Order } from './contract.ts'

const sharedShop = sharedTestShop()

const BEHIND_PROXY = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' }
const OFFICE = '203.0.113.7'
const ELSEWHERE = '203.0.113.8'
/** Somebody who has just registered from a client address. */
const at = (opened: Opened, place: string) => aNewcomer(opened, { 'X-Forwarded-For': place })

type Opened = Awaited<ReturnType<typeof openTestShop>>
const templatesTo = async ({ shop }: Opened, to: string) =>
  (await mailsOf(shop)).flatMap((mail) => ('order' in mail && mail.order.buyerEmail === to ? [mail.template] : []))

describe('who is not verified', () => {
  test('has two unpaid orders at most, also when all are asked at once, and each holds for half an hour', async () => {
    const opened = await sharedShop()
    const eve = await aNewcomer(opened)
    const parts = await Promise.all(times(6, () => aProduct(opened.shop)))
    const answers = await Promise.all(parts.map((part) => eve.as.order.$post({ json: anOrder(part) })))
    expect(byStatus(answers)).toEqual({ 201: 2, 409: 4 })
    for (const answer of answers.filter(({ ok }) => ok)) expect(lasts((await answer.json()) as Order)).toBe(30 * MINUTE)
    await expectLaws(opened.shop)
  })

  test('gives the units back after it', async () => {
    const opened = await openTestShop({ stock: 8 })
    const { shop, clock, product } = opened
    const eve = await aNewcomer(opened)
    await placed(eve.as, product)
    clock.advance(29 * MINUTE)
    await reconcile(shop)
    expect(await stockOf(shop, product)).toBe(4)
    clock.advance(2 * MINUTE)
    await reconcile(shop)
    expect(await stockOf(shop, product)).toBe(8)
    await expectLaws(shop)
  })

  test('gets no new time by cancelling and ordering again', async () => {
    const { clock, product, ...opened } = await openTestShop()
    const eve = await aNewcomer(opened)
    const first = await placed(eve.as, product)
    for (let round = 0; round < 3; round++) {
      clock.advance(9 * MINUTE)
      const { _id: id } = round === 0 ? first : ((await ordersOf(eve)).at(0) as Order)
      expect((await eve.as.orders[':id'].$delete({ param: { id } })).status).toBe(200)
      const again = await placed(eve.as, product)
      expect(again.expiresAt).toBe(first.expiresAt)
    }
    expect(lasts(await placed(eve.as, await aProduct(opened.shop)))).toBe(30 * MINUTE)
    clock.advance(5 * MINUTE)
    await reconcile(opened.shop)
    expect(lasts(await placed(eve.as, product))).toBe(30 * MINUTE)
  })

  test('holds four orders from one site, from however many of its networks', async () => {
    const opened = await openTestShop({ env: BEHIND_PROXY })
    const places = times(5, (at) => `2001:db8:aa:${at}00::1`)
    const statuses = []
    for (const place of [...places, '2001:db8:ab::1']) {
      const { as } = await at(opened, place)
      statuses.push((await as.order.$post({ json: anOrder(opened.product) })).status)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 409, 201])
    await expectLaws(opened.shop)
  })

  test('holds four orders from one address, together with everybody else there who is not', async () => {
    const opened = await openTestShop({ env: BEHIND_PROXY })
    const crowd = await Promise.all(times(3, () => at(opened, OFFICE)))
    const parts = await Promise.all(times(2, () => aProduct(opened.shop)))
    const orders = crowd.flatMap(({ as }) => parts.map((part) => as.order.$post({ json: anOrder(part) })))
    expect(byStatus(await Promise.all(orders))).toEqual({ 201: 4, 409: 2 })
    const elsewhere = await at(opened, ELSEWHERE)
    await placed(elsewhere.as, opened.product)
    for (const { verify } of crowd) await verify()
    const last = await at(opened, OFFICE)
    await placed(last.as, opened.product)
    expect((await opened.as.buyer.order.$post({ json: anOrder(opened.product) })).status).toBe(201)
    await expectLaws(opened.shop)
  })

  test('gets no new time for what somebody else cancelled at the same address, also if they left', async () => {
    const opened = await openTestShop({ env: BEHIND_PROXY })
    const { shop, clock, product } = opened
    const [eve, mallory, trudy] = [await at(opened, OFFICE), await at(opened, OFFICE), await at(opened, OFFICE)]
    const first = await placed(eve.as, product)
    clock.advance(9 * MINUTE)
    const { email, password } = eve
    expect((await eve.as.account.delete.$post({ json: { email, password } })).status).toBe(200)
    expect(lasts(await placed((await at(opened, ELSEWHERE)).as, product))).toBe(30 * MINUTE)
    const { _id: id, expiresAt } = await placed(mallory.as, product)
    expect(expiresAt).toBe(first.expiresAt)
    clock.advance(9 * MINUTE)
    expect((await mallory.as.orders[':id'].$delete({ param: { id } })).status).toBe(200)
    expect((await placed(trudy.as, product)).expiresAt).toBe(first.expiresAt)
    expect(lasts(await placed(trudy.as, await aProduct(shop)))).toBe(30 * MINUTE)
    await expectLaws(shop)
  })

  test('holds a part four times a day from one address, then verifies', async () => {
    const opened = await openTestShop({ env: BEHIND_PROXY })
    const { shop, origin, clock, product } = opened
    for (let round = 0; round < 4; round++) {
      const eve = await at(opened, OFFICE)
      const { _id: id } = await placed(eve.as, product)
      if (round % 2 === 0) await eve.as.orders[':id'].$delete({ param: { id } })
      clock.advance(31 * MINUTE)
      await reconcile(shop)
    }
    const last = await at(opened, OFFICE)
    const refused = await last.as.order.$post({ json: anOrder(product) })
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { message: expect.stringMatching(/^A part.* 4/) },
    ])
    await placed(last.as, await aProduct(shop))
    await placed((await at(opened, ELSEWHERE)).as, product)
    const token = await last.browser.sync(last.email)
    const there = clientOf(origin, token, { 'X-Forwarded-For': ELSEWHERE })
    expect((await there.order.$post({ json: anOrder(product) })).status).toBe(201)
    await last.verify()
    await placed(last.as, product)
    clock.advance(DAY)
    await placed((await at(opened, OFFICE)).as, product)
    await expectLaws(shop)
  })

  test('holds a part four times a day as the line of an order whose rest is paid, then verifies', async () => {
    const opened = await openTestShop({ env: BEHIND_PROXY })
    const { shop, clock, product } = opened
    const cheap = await aProduct(shop)
    const eve = await at(opened, OFFICE)
    // A token lasts an hour of the clock.
    const freshAs = async () =>
      clientOf(opened.origin, await eve.browser.sync(eve.email), { 'X-Forwarded-For': OFFICE })
    for (let round = 0; round < 4; round++) {
      const as = await freshAs()
      const answer = await as.checkouts.$post({ json: aCheckout([{ product }, { product: cheap }]) })
      expect([round, answer.status]).toEqual([round, 201])
      const [held, rest] = ((await answer.json()) as Checkout).orders
      if (!held || !rest) throw new Error('an order of two lines')
      expect((await as.orders[':id'].$delete({ param: { id: held._id } })).status).toBe(200)
      await paid(shop, rest)
      clock.advance(31 * MINUTE)
    }
    expect((await (await freshAs()).order.$post({ json: anOrder(product) })).status).toBe(409)
    await placed(await freshAs(), cheap)
    await expectLaws(shop)
  })

  test('holds a part four times a day, from whatever address, then verifies', async () => {
    const opened = await openTestShop({ env: BEHIND_PROXY })
    const { shop, origin, clock, product } = opened
    const eve = await at(opened, OFFICE)
    const orderFrom = async (round: number) => {
      const as = clientOf(origin, await eve.browser.sync(eve.email), { 'X-Forwarded-For': `203.0.113.${round}` })
      return as.order.$post({ json: anOrder(product) })
    }
    const answers = []
    for (let round = 0; round < 5; round++) {
      answers.push(await orderFrom(round))
      clock.advance(31 * MINUTE)
      await reconcile(shop)
    }
    expect(byStatus(answers)).toEqual({ 201: 4, 409: 1 })
    await expectLaws(shop)
  })

  test('gets no mail about an order, but what was missed of live ones once the address is verified', async () => {
    const opened = await sharedShop()
    const { shop } = opened
    const [eve, parts] = [await aNewcomer(opened), await Promise.all(times(3, () => aProduct(shop)))]
    const cancelledOne = await placed(eve.as, parts[0] ?? opened.product)
    await eve.as.orders[':id'].$delete({ param: { id: cancelledOne._id } })
    const bought = await placed(eve.as, parts[1] ?? opened.product)
    const id = await intentFor(eve.as, bought)
    await charge(shop, id)
    await eve.as.orders[':id'].$patch({ param: { id: bought._id }, json: { order: bought._id, transactionId: id } })
    await placed(eve.as, parts[2] ?? opened.product)
    expect(await templatesTo(opened, eve.email)).toEqual([])
    await eve.verify()
    expect((await templatesTo(opened, eve.email)).toSorted()).toEqual(['order-placed', 'paid'])
    const [unpaid] = await ordersOf(eve)
    expect(unpaid && lasts(unpaid)).toBe(24 * HOUR)
    expect(lasts(await placed(eve.as, await aProduct(shop)))).toBe(24 * HOUR)
    expect((await templatesTo(opened, eve.email)).toSorted()).toEqual(['order-placed', 'order-placed', 'paid'])
    await expectLaws(shop)
  })

  test('is told of a delivery only when verified', async () => {
    const opened = await sharedShop()
    const eve = await aNewcomer(opened)
    const order = await placed(eve.as, opened.product)
    await paid(opened.shop, order)
    await opened.as.admin.paidorders[':id'].$patch({ param: { id: order._id } })
    await eve.verify()
    expect(await templatesTo(opened, eve.email)).toEqual([])
  })
})

describe('who begins to pay', () => {
  test('keeps the units as long as anybody, told by an event or asked at the end of the hold', async () => {
    for (const way of ['event', 'round']) {
      const opened = await openTestShop({ stock: 8 })
      const { shop, clock, product } = opened
      const eve = await aNewcomer(opened)
      const order = await placed(eve.as, product)
      const id = await intentFor(eve.as, order)
      await charge(shop, id, 'threeDSecure2Required')
      if (way === 'event') await deliver(opened, { event: await eventOf(shop, 'payment_intent.requires_action', id) })
      clock.advance(31 * MINUTE)
      if (way === 'round') await shop.pool.query('update payment_intents set checked_at = $1', [clock.now()])
      await reconcile(shop)
      const [kept] = await ordersOf(eve)
      expect([way, kept?._id, kept && lasts(kept)]).toEqual([way, order._id, 24 * HOUR])
      clock.advance(24 * HOUR)
      await reconcile(shop)
      expect([way, await stockOf(shop, product)]).toEqual([way, 8])
      await expectLaws(shop)
    }
  })

  test('and only asks for the form of the card keeps nothing longer', async () => {
    const opened = await openTestShop({ stock: 8 })
    const { shop, clock, product } = opened
    const eve = await aNewcomer(opened)
    await intentFor(eve.as, await placed(eve.as, product))
    clock.advance(31 * MINUTE)
    await reconcile(shop)
    expect(await stockOf(shop, product)).toBe(8)
    await expectLaws(shop)
  })

  test('and begins to pay another sum, for no order, keeps nothing longer', async () => {
    const opened = await sharedShop()
    const eve = await aNewcomer(opened)
    const order = await placed(eve.as, opened.product)
    const lastsAfter = async (price: number) => {
      const id = await intentFor(eve.as, { ...order, price }, { loose: true })
      await charge(opened.shop, id, 'threeDSecure2Required')
      expect((await confirmed(eve.as, order, id)).status).toBe(409)
      const [kept] = await ordersOf(eve)
      return kept && lasts(kept)
    }
    expect([await lastsAfter(0.5), await lastsAfter(order.price)]).toEqual([30 * MINUTE, 24 * HOUR])
  })
})

test('an order that is placed while its buyer verifies is held as anybody’s', async () => {
  const opened = await sharedShop()
  const { shop, product } = opened
  const eve = await aNewcomer(opened)
  // The verification has locked the row and is not committed when the order reads its buyer.
  const verifying = await shop.pool.connect()
  try {
    await verifying.query('begin')
    await verifying.query('select id from users where email = $1 for update', [eve.email])
    const order = eve.as.order.$post({ json: anOrder(product) })
    await expect.poll(() => waitingForARow(shop.pool)).toBeGreaterThan(0)
    await verifying.query('update users set email_verified = true where email = $1', [eve.email])
    await verifying.query('commit')
    expect(lasts((await (await order).json()) as Order)).toBe(24 * HOUR)
  } finally {
    verifying.release(true)
  }
  expect(await templatesTo(opened, eve.email)).toEqual(['order-placed'])
})

test('a person who cancels order after order is told to wait', async () => {
  const { as, product } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const { _id: id } = await placed(as.buyer, product)
  const answers = await Promise.all(times(32, () => as.buyer.orders[':id'].$delete({ param: { id } })))
  expect(byStatus(answers)).toEqual({ 200: 1, 404: 29, 429: 2 })
})

type Newcomer = Awaited<ReturnType<typeof aNewcomer>>
const ordersOf = async ({ as, email }: Newcomer) =>
  (await as.orders.$get({ query: { email, status: 'unpaid' } })).json()

async function waitingForARow(pool: Opened['shop']['pool']) {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}
