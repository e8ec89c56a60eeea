import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../client.ts'
import { HOUR } from '../config/clock.ts'
import { openLog } from '../config/log.ts'
import {
  breakStripe,
  cancelled,
  charge,
  confirmed,
  deliver,
  eventOf,
  intentFor,
  intentForAll,
  ledger,
  statusOf,
  times,
} from '../payments/open-test-payments.ts'
import { settleSince } from '../payments/settle-since.ts'
import { freshDatabase } from '../testing/database.ts'
import {
  aProduct,
  clientOf,
  openEmptyShop,
  openSessions,
  openTestShop,
  type TestShop,
} from '../testing/open-test-shop.ts'
import { aCheckout, expectLaws, ordersIn, placed, stockOf } from '../testing/orders.ts'
import { readBackup } from './read-backup.ts'
import { writeBackup } from './write-backup.ts'

/** A backup of a shop as it is now; `restored` is the shop that it becomes, at the Stripe that the first one goes on with. */
async function backedUp({ shop, clock, buyer }: TestShop) {
  const folder = await mkdtemp(join(tmpdir(), 'parts-house-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'shop.gz')
  await writeBackup(shop.config.databaseUrl ?? '', file, clock.now())
  return async function restored() {
    const url = await freshDatabase()
    await readBackup(url, file)
    const lines: { msg: string; payment?: string }[] = []
    const log = openLog('warn', { write: (line) => void lines.push(JSON.parse(line)) })
    const env = { DATABASE_URL: url, AUTH_SECRET: shop.config.authSecret }
    const opened = await openEmptyShop({ env, clock, log })
    // Its stand-in came back with it, which Stripe does not.
    await opened.shop.pool.query('truncate stripe_sandbox.payment_methods, stripe_sandbox.events cascade')
    opened.shop.stripe = shop.stripe
    return { ...opened, lines, as: clientOf(opened.origin, buyer.token) }
  }
}

const states = async ({ shop }: Pick<TestShop, 'shop'>) =>
  (await ordersIn(shop)).map(({ status, transactionId }) => [status, transactionId])

/** Pays an order at a shop as a browser does. */
async function payAt({ shop, as }: Pick<TestShop, 'shop' | 'as'>, order: Awaited<ReturnType<typeof placed>>) {
  const id = await intentFor(as.buyer, order)
  await charge(shop, id)
  expect((await confirmed(as.buyer, order, id)).status).toBe(200)
  return id
}

test('a payment that came after the backup pays its order in the restored shop, however many came later', async () => {
  const opened = await openTestShop()
  const order = await placed(opened.as.buyer, opened.product)
  const restored = await backedUp(opened)
  const id = await payAt(opened, order)
  const { stripe } = opened.shop
  for (const amount of times(100, (count) => 1000 + count))
    await stripe.paymentIntents.create({ amount, currency: 'usd' })
  const after = await restored()
  expect(await states(after)).toEqual([['unpaid', null]])
  await after.work()
  await expect.poll(() => states(after)).toEqual([['paid', id]])
  const asked = { of: 'intents' as const, backupAt: after.clock.now().toISOString() }
  await settleSince(after.shop, asked)
  expect(await states(after)).toEqual([['paid', id]])
  expect(after.lines).toEqual([])
  await expectLaws(after.shop)
})

test('a payment of an order that came after the backup, too, is told of in the log, unless it was given back', async () => {
  const opened = await openTestShop()
  // As a backup has it that was written by a build without that job.
  await opened.shop.pool.query("select pgboss.delete_queue('settleSince')")
  const restored = await backedUp(opened)
  const [kept, returned] = [
    await placed(opened.as.buyer, opened.product),
    await placed(opened.as.buyer, opened.product),
  ]
  const id = await payAt(opened, kept)
  await opened.shop.stripe.refunds.create({ payment_intent: await payAt(opened, returned) })
  const after = await restored()
  await after.work()
  const told = { payment: id, order: kept._id, msg: 'a payment at Stripe is not in the books of this shop' }
  await expect.poll(() => after.lines).toMatchObject([told])
})

test('a payment of an order that had another sum at the backup stands, for a person to look at', async () => {
  const opened = await openTestShop()
  const { as, product, shop } = opened
  const lines = [{ product }, { product: await aProduct(shop, { unitPriceCents: 1000, minOrder: 1 }) }]
  const checkout = await ask(as.buyer.checkouts.$post({ json: aCheckout(lines) }))
  const restored = await backedUp(opened)
  expect((await cancelled(as.buyer, checkout.orders[1] ?? { _id: '' })).status).toBe(200)
  const id = await intentForAll(as.buyer, await ask(as.buyer.checkouts[':id'].$get({ param: { id: checkout._id } })))
  await charge(shop, id)
  const after = await restored()
  await after.work()
  const told = { payment: id, msg: 'a payment at Stripe is not in the books of this shop' }
  await expect.poll(() => after.lines).toMatchObject([told])
  expect(await ledger(opened)).toMatchObject({ charged: 7200, refunded: 0 })
  expect((await states(after)).map(([status]) => status)).toEqual(['unpaid', 'unpaid'])
})

test('who pays a second time before the first payment is found gets it back', async () => {
  const opened = await openTestShop()
  const order = await placed(opened.as.buyer, opened.product)
  const restored = await backedUp(opened)
  const first = await payAt(opened, order)
  const after = await restored()
  await openSessions(after.shop, opened.buyer)
  // In the same hour Stripe would answer with the first payment.
  opened.clock.advance(HOUR)
  const second = await payAt({ shop: after.shop, as: { ...opened.as, buyer: after.as } }, order)
  expect(second).not.toBe(first)
  await after.work()
  await expect.poll(() => statusOf(after.shop, first)).toBe('refunded')
  expect(await states(after)).toEqual([['paid', second]])
  expect(await ledger(opened)).toMatchObject({ charged: 14_400, refunded: 7200 })
  await expectLaws(after.shop)
})

test('what was given back by hand after the backup is refunded in the restored shop', async () => {
  const opened = await openTestShop({ stock: 4 })
  const order = await placed(opened.as.buyer, opened.product)
  const id = await payAt(opened, order)
  opened.clock.advance(48 * HOUR)
  const restored = await backedUp(opened)
  await opened.shop.stripe.refunds.create({ payment_intent: id })
  const after = await restored()
  await after.work()
  await expect.poll(() => states(after)).toEqual([['refunded', id]])
  expect(await stockOf(after.shop, opened.product)).toBe(4)
  await expectLaws(after.shop)
})

test('a warning of a payment that the backup lacks is kept: at its order, or in the log when that is gone', async () => {
  const opened = await openTestShop()
  const order = await placed(opened.as.buyer, opened.product)
  const restored = await backedUp(opened)
  const gone = await placed(opened.as.buyer, opened.product)
  const [id, lost] = [await payAt(opened, order), await payAt(opened, gone)]
  const after = await restored()
  for (const payment of [id, lost]) {
    const event = await eventOf(opened.shop, 'payment_intent.succeeded', payment)
    const object = { id: `dp_${payment}`, object: 'dispute', payment_intent: payment }
    const dispute = { ...event, id: `evt_${payment}`, type: 'charge.dispute.created', data: { object } }
    expect((await deliver(after, { event: dispute })).status).toBe(200)
  }
  const [kept] = await ordersIn(after.shop)
  expect(kept).toMatchObject({ status: 'paid', transactionId: id, warnedAt: expect.any(Date) })
  const told = (payment: string, words: string) =>
    expect.objectContaining({ payment, msg: expect.stringContaining(words) })
  expect(after.lines).toEqual([
    told(id, 'it is disputed'),
    told(lost, 'a payment at Stripe is not in the books'),
    told(lost, 'warns of a payment that is not in the books'),
  ])
  await expectLaws(after.shop)
})

test('Stripe is asked again when it did not answer', async () => {
  const opened = await openTestShop()
  const order = await placed(opened.as.buyer, opened.product)
  const restored = await backedUp(opened)
  const id = await payAt(opened, order)
  await breakStripe(opened, { failNext: 3, failStatus: '503', failOn: 'GET /payment_intents' })
  const after = await restored()
  await after.work()
  await expect.poll(() => after.lines, { timeout: 10_000 }).toMatchObject([{ msg: expect.stringContaining('again') }])
  expect(await states(after)).toEqual([['unpaid', null]])
  await expect.poll(() => states(after), { timeout: 20_000 }).toEqual([['paid', id]])
})
