import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { HOUR } from '../config/clock.ts'
import { breachesOf } from '../laws.ts'
import type { Order } from '../orders/contract.ts'
import { expireUnpaidOrder } from '../payments/close-unpaid.ts'
import {
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
import { clientOf } from '../testing/open-test-shop.ts'
import { byStatus, expectLaws, orderIdOf, ordersIn, placed, stockOf } from '../testing/orders.ts'
import { figure, isLong, long } from './figures.ts'
import { CLOSED_FROM_ANY_STATE, fromOneLine, ROW_LOCKS, withoutLock } from './locks.ts'
import { openShops, PROCESSES, type Shops } from './shops.ts'

const LONG = isLong ? 1_200_000 : 180_000
const COPIES = 10

const unpaid = ({ as, product }: Shops, count: number) => Promise.all(times(count, () => placed(as.buyer, product)))
const withIntents = async (shops: Shops, orders: Order[]) =>
  Promise.all(orders.map(async (order) => ({ order, id: await intentFor(shops.as.buyer, order) })))
type Payment = { order: Order; id: string }
const buyerAt = ({ at, buyer }: Shops, index: number) => clientOf(at(index), buyer.token)

/** Each payment is told of by its buyer and by ten copies of its event in the same instant. */
async function tellAllAtOnce(shops: Shops, payments: Payment[]) {
  for (const { id } of payments) await charge(shops.shop, id)
  const events = await Promise.all(payments.map(({ id }) => eventOf(shops.shop, 'payment_intent.succeeded', id)))
  const returns = payments.map(({ order, id }, index) => confirmed(buyerAt(shops, index), order, id))
  const copies = events.flatMap((event, index) =>
    times(COPIES, (copy) =>
      deliver({ shop: shops.shop, origin: shops.at(index + copy) }, { event: renamed(event, copy) }),
    ),
  )
  return { back: await Promise.all(returns), hooks: await Promise.all(copies) }
}

/** Half of the copies are other events that tell the same, so that the inbox does not stop them. */
const renamed = (event: { id: string }, copy: number) => (copy % 2 ? event : { ...event, id: `${event.id}_${copy}` })

const mailsOf = async ({ shop }: Shops, template: string) => {
  const { rows } = await shop.pool.query(
    "select count(*)::int as count from pgboss.job where name = 'mail' and data ->> 'template' = $1",
    [template],
  )
  return rows[0].count as number
}

test.each(PROCESSES)(
  'webhook and return at the same instant in %i shop(s) pay once',
  { timeout: LONG },
  async (processes) => {
    const shops = await openShops({ processes, stock: 4000 })
    const [rounds, each] = [long(5, 1), long(40, 6)]
    const orders = rounds * each
    for (let round = 0; round < rounds; round++) {
      const payments = await withIntents(shops, await unpaid(shops, each))
      const { outcome, waiting } = await fromOneLine(shops.shop, 'orders', () => tellAllAtOnce(shops, payments))
      expect(byStatus(outcome.back)).toEqual({ 200: each })
      expect(byStatus(outcome.hooks)).toEqual({ 200: each * COPIES })
      expect(waiting).toBeGreaterThan(1)
    }
    const { rows } = await shops.shop.pool.query(
      "select count(*)::int as lines from audit_log where action = 'order.paid'",
    )
    expect([await mailsOf(shops, 'paid'), rows[0].lines]).toEqual([orders, orders])
    expect((await ledger(shops)).charged).toBe(orders * 7200)
    await expectLaws(shops.shop)
    figure(`webhook and return at once, ${processes} process(es)`, {
      orders,
      'copies an event': COPIES,
      'payments a mail and a line in the log': 1,
    })
  },
)

test('without row locks, webhook and return get in each other’s way', async () => {
  const shops = await openShops({ processes: 1, stock: 4000 })
  withoutLock(shops.shop, ROW_LOCKS)
  let broken = false
  for (let round = 0; round < 8 && !broken; round++) {
    const { back, hooks } = await tellAllAtOnce(shops, await withIntents(shops, await unpaid(shops, 6)))
    const isUntold = [...back, ...hooks].some(({ status }) => status !== 200)
    broken = isUntold || (await breachesOf(shops.shop.db)).length > 0
  }
  expect(broken).toBe(true)
})

test.each(PROCESSES)(
  'ten clicks on Pay in %i shop(s) are one intent, one charge and one payment',
  async (processes) => {
    const shops = await openShops({ processes })
    for (const order of await unpaid(shops, long(10, 2))) {
      const clicks = await Promise.all(times(10, (i) => secretOf(buyerAt(shops, i), order.price, order._id)))
      expect(byStatus(clicks)).toEqual({ 200: 10 })
      const secrets = new Set(await Promise.all(clicks.map(async (click) => (await click.json()).clientSecret)))
      expect(secrets.size).toBe(1)
      const id = await intentFor(shops.as.buyer, order)
      const charges = await Promise.allSettled(times(10, () => charge(shops.shop, id)))
      expect(charges.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const back = await Promise.all(times(10, (i) => confirmed(buyerAt(shops, i), order, id)))
      expect(byStatus(back)).toEqual({ 200: 10 })
    }
    expect((await ledger(shops)).charged).toBe(long(10, 2) * 7200)
    await expectLaws(shops.shop)
  },
)

test('without Stripe’s key, row locks and the index of live intents, ten clicks are not one intent', async () => {
  const shops = await openShops({ processes: 2 })
  for (const shop of shops.shops) {
    withoutLock(shop, ROW_LOCKS)
    const { paymentIntents } = shop.stripe
    const create = paymentIntents.create.bind(paymentIntents)
    paymentIntents.create = (params: Parameters<typeof create>[0]) => create(params)
  }
  await shops.shop.db.execute(sql`drop index payment_intents_one_live_an_order`)
  let failed = 0
  for (const order of await unpaid(shops, 6)) {
    const clicks = await Promise.all(times(10, (i) => secretOf(buyerAt(shops, i), order.price, order._id)))
    failed += clicks.filter(({ status }) => status !== 200).length
  }
  const isBroken = failed > 0 || (await breachesOf(shops.shop.db)).some(({ law }) => law === 'M6')
  expect(isBroken).toBe(true)
})

/** Both may be first by as much as a call takes. */
const payNow = (shops: Shops, { order, id }: Payment, i: number) =>
  wait((i % 6) * 40)
    .then(() => charge(shops.shop, id))
    .then(
      () => confirmed(buyerAt(shops, i), order, id),
      () => undefined,
    )

test.each(PROCESSES)(
  'cancel against pay in %i shop(s): each order is paid or free',
  { timeout: LONG },
  async (processes) => {
    const shops = await openShops({ processes, stock: 4000 })
    let paid = 0
    for (let round = 0; round < long(17, 1); round++) {
      const payments = await withIntents(shops, await unpaid(shops, 12))
      const outcome = await Promise.all(
        payments.map(async (payment, i) => {
          const pay = payNow(shops, payment, i)
          const cancel = wait((i % 3) * 10).then(() => cancelled(buyerAt(shops, i + 1), payment.order))
          return { pay: (await pay)?.status, cancel: (await cancel).status }
        }),
      )
      for (const { pay, cancel } of outcome) expect([pay === 200, cancel === 200].filter(Boolean)).toHaveLength(1)
      paid += outcome.filter(({ pay }) => pay === 200).length
    }
    expect((await ledger(shops)).charged).toBe(paid * 7200)
    expect(await stockOf(shops.shop, shops.product)).toBe(4000 - 4 * paid)
    await expectLaws(shops.shop)
    figure(`cancel against pay, ${processes} process(es)`, { orders: 12 * long(17, 1), paid, 'cancelled and paid': 0 })
  },
)

/** Intents asked for while their orders are cancelled: how many stay payable for an order that is gone. */
async function payableOfGone(shops: Shops) {
  const orders = await unpaid(shops, 8)
  await Promise.all(
    orders.flatMap((order, i) => [
      secretOf(buyerAt(shops, i), order.price, order._id),
      cancelled(buyerAt(shops, i + 1), order),
    ]),
  )
  const { rows } = await shops.shop.pool.query(`select count(*)::int as count from payment_intents p
    join orders o on o.id = p.order_id where p.status = 'open' and o.status = 'cancelled'`)
  return rows[0].count as number
}

test('an intent asked for while its order is cancelled is not payable; without row locks some are', async () => {
  const locked = await openShops({ processes: 1, stock: 4000 })
  for (const _ of times(4, () => 0)) expect(await payableOfGone(locked)).toBe(0)
  await expectLaws(locked.shop)
  withoutLock(locked.shop, ROW_LOCKS)
  let payable = 0
  for (let round = 0; round < 40 && payable === 0; round++) payable = await payableOfGone(locked)
  expect(payable).toBeGreaterThan(0)
})

/** Everybody pays while every order's time is over. */
async function expireWhilePaid(shops: Shops) {
  const payments = await Promise.all(
    (await withIntents(shops, await unpaid(shops, 12))).map(async (payment) => ({
      ...payment,
      orderId: await orderIdOf(shops.shop, payment.order),
    })),
  )
  shops.clock.advance(24 * HOUR)
  await Promise.all(
    payments.flatMap((payment, i) => [
      payNow(shops, payment, i),
      ...shops.shops.map((shop) => expireUnpaidOrder(shop, payment.orderId).catch(() => undefined)),
    ]),
  )
}

test.each(PROCESSES)('expiry against pay in %i shop(s): one of them happens', { timeout: LONG }, async (processes) => {
  const shops = await openShops({ processes, stock: 4000 })
  const rounds = long(17, 1)
  for (let round = 0; round < rounds; round++) await expireWhilePaid(shops)
  const all = await ordersIn(shops.shop)
  const ended = (status: string) => all.filter((order) => order.status === status).length
  expect(ended('paid') + ended('expired')).toBe(12 * rounds)
  expect((await ledger(shops)).charged).toBe(ended('paid') * 7200)
  expect(await stockOf(shops.shop, shops.product)).toBe(4000 - 4 * ended('paid'))
  await expectLaws(shops.shop)
  figure(`expiry against pay, ${processes} process(es)`, { orders: all.length, paid: ended('paid') })
})

test('closed from any state, paid orders expire', async () => {
  const shops = await openShops({ processes: 1, stock: 4000 })
  await shops.shop.db.execute(
    sql`alter table orders disable trigger user; alter table order_lines disable trigger user`,
  )
  withoutLock(shops.shop, [...ROW_LOCKS, ...CLOSED_FROM_ANY_STATE])
  const broken = async () => (await breachesOf(shops.shop.db)).map(({ law }) => law)
  // Without the triggers other laws break as well, so only this one ends the rounds.
  for (let round = 0; round < 10 && !(await broken()).includes('M2'); round++) await expireWhilePaid(shops)
  expect(await broken()).toContain('M2')
})
