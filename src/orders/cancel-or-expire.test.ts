import { expect, test } from 'vitest'
import { HOUR } from '../config/clock.ts'
import { openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { expectLaws, orderIdOf, ordersOf, paid, placed, stockOf } from '../testing/orders.ts'
import { cancelOrder, dueOrders, expireOrder } from './cancel-or-expire.ts'
import { lockOrder } from './move-order.ts'
import { reviveOrder, setRefundDue, setRefunded } from './payment-states.ts'

const sharedShop = sharedTestShop()
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

test('a cancelled order gives its units back and leaves the lists', async () => {
  const { as, shop, product, buyer } = await sharedShop({ stock: 10 })
  const { _id: id } = await placed(as.buyer, product)
  await cancelOrder(shop, buyer, { id })
  expect(await stockOf(shop, product)).toBe(10)
  expect((await as.buyer.orders[':id'].$get({ param: { id } })).status).toBe(404)
  const listed = await as.buyer.orders.$get({ query: { email: buyer.email } })
  expect(await listed.json()).toEqual([])
  expect(await ordersOf(shop, product)).toHaveLength(1)
  await expectLaws(shop)
})

test('two cancels at once give the units back once', async () => {
  const { as, shop, product, buyer } = await sharedShop({ stock: 10 })
  const { _id: id } = await placed(as.buyer, product)
  const cancels = await Promise.allSettled(times(8, () => cancelOrder(shop, buyer, { id })))
  expect(cancels.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const cancel of cancels)
    if (cancel.status === 'rejected') expect(cancel.reason).toMatchObject({ code: 'not_found' })
  expect(await stockOf(shop, product)).toBe(10)
  await expectLaws(shop)
})

test('only the buyer and an admin cancel an order, and the admin’s cancel is on record', async () => {
  const { as, shop, product, other, admin } = await openTestShop()
  const { _id: id } = await placed(as.buyer, product)
  await expect(cancelOrder(shop, other, { id })).rejects.toMatchObject({ code: 'not_found' })
  await cancelOrder(shop, admin, { id })
  const log = await (await as.admin.audit.$get({ query: { action: 'order.cancel' } })).json()
  expect(log).toMatchObject([
    { actor: admin.email, subject: id, before: { status: 'unpaid' }, after: { status: 'cancelled' } },
  ])
  await expectLaws(shop)
})

test('a paid order cannot be cancelled', async () => {
  const { as, shop, product, buyer } = await sharedShop({ stock: 10 })
  const order = await placed(as.buyer, product)
  await paid(shop, order)
  await expect(cancelOrder(shop, buyer, { id: order._id })).rejects.toMatchObject({ code: 'conflict' })
  expect(await stockOf(shop, product)).toBe(6)
  await expectLaws(shop)
})

test('cancel and payment at once: one of them happens', async () => {
  const { as, shop, product, buyer } = await sharedShop()
  for (const _ of times(6, () => 0)) {
    const order = await placed(as.buyer, product)
    const [cancel, payment] = await Promise.allSettled([cancelOrder(shop, buyer, { id: order._id }), paid(shop, order)])
    expect([cancel.status, payment.status].sort()).toEqual(['fulfilled', 'rejected'])
  }
  await expectLaws(shop)
})

test('an unpaid order expires when its hold is over, once', async () => {
  const { as, shop, clock, product } = await openTestShop({ stock: 10 })
  const due = await orderIdOf(shop, await placed(as.buyer, product))
  const settled = await placed(as.buyer, product)
  await paid(shop, settled)
  expect(await dueOrders(shop.db, { now: clock.now(), limit: 10 })).toEqual([])
  expect(await expireOrder(shop, due)).toBeUndefined()
  clock.advance(24 * HOUR + 1000)
  expect(await dueOrders(shop.db, { now: clock.now(), limit: 10 })).toEqual([due])
  const expired = await Promise.all(times(4, () => expireOrder(shop, due)))
  expect(expired.filter(Boolean)).toMatchObject([{ status: 'expired' }])
  expect(await expireOrder(shop, await orderIdOf(shop, settled))).toBeUndefined()
  expect(await stockOf(shop, product)).toBe(6)
  await expectLaws(shop)
})

test('an unpaid order keeps its units when its product leaves the shop, and gives them back to it', async () => {
  const { as, shop, product, buyer } = await sharedShop({ stock: 10 })
  const before = await placed(as.buyer, product)
  await as.admin.product[':id'].$delete({ param: { id: product.id } })
  const read = await as.buyer.orders[':id'].$get({ param: { id: before._id } })
  expect(await read.json()).toEqual(before)
  expect(await stockOf(shop, product)).toBe(6)
  await cancelOrder(shop, buyer, { id: before._id })
  expect(await stockOf(shop, product)).toBe(10)
  await expectLaws(shop)
})

test('an order paid too late is taken up again while there are units', async () => {
  const { as, shop, product, buyer, clock } = await openTestShop({ stock: 4 })
  const order = await placed(as.buyer, product)
  await cancelOrder(shop, buyer, { id: order._id })
  const payment = { id: await orderIdOf(shop, order), transactionId: 'pi_late', at: clock.now() }
  const revived = { status: 'paid', closedAt: null, lines: [{ id: order._id, status: 'paid' }] }
  expect(await reviveOrder(shop.db, payment)).toMatchObject(revived)
  expect(await reviveOrder(shop.db, payment)).toBeUndefined()
  expect(await stockOf(shop, product)).toBe(0)
})

test('an order paid too late whose units are gone is left for a refund', async () => {
  const { as, shop, product, buyer, clock } = await openTestShop({ stock: 4 })
  const order = await placed(as.buyer, product)
  await cancelOrder(shop, buyer, { id: order._id })
  await placed(as.other, product)
  const payment = { id: await orderIdOf(shop, order), transactionId: 'pi_late', at: clock.now() }
  expect(await reviveOrder(shop.db, payment)).toBeUndefined()
  expect((await lockOrder(shop.db, payment.id))?.status).toBe('cancelled')
  expect(await setRefundDue(shop.db, payment)).toMatchObject({ status: 'refund_due' })
  expect(await setRefunded(shop.db, payment)).toMatchObject({ status: 'refunded' })
  expect(await setRefunded(shop.db, payment)).toBeUndefined()
  expect(await stockOf(shop, product)).toBe(0)
  await expectLaws(shop)
})

test('a paid order keeps its units until its refund is made', async () => {
  const { as, shop, product, clock } = await openTestShop({ stock: 10 })
  const order = await placed(as.buyer, product)
  const transactionId = await paid(shop, order)
  const refund = { id: await orderIdOf(shop, order), transactionId, at: clock.now() }
  await setRefundDue(shop.db, refund)
  expect(await stockOf(shop, product)).toBe(6)
  await setRefunded(shop.db, refund)
  expect(await stockOf(shop, product)).toBe(10)
})

test('the database itself lets no order go backwards, nor a line of it', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  await paid(shop, order)
  const id = await orderIdOf(shop, order)
  const back = shop.pool.query("update orders set status = 'unpaid', transaction_id = null where id = $1", [id])
  await expect(back).rejects.toThrow('cannot go from paid to unpaid')
  const line = shop.pool.query("update order_lines set status = 'unpaid' where id = $1", [order._id])
  await expect(line).rejects.toThrow('cannot go from paid to unpaid')
})

test('the database itself keeps an order and its lines in step', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const id = await orderIdOf(shop, order)
  const apart = [
    "update orders set status = 'cancelled', closed_at = now() where id = $1",
    "update order_lines set status = 'cancelled' where order_id = $1",
    'delete from order_lines where order_id = $1',
    `insert into order_lines select gen_random_uuid(), order_id, buyer_id, product_id, product_name, product_number,
      product_image, unit_price_cents, min_order, quantity, price_cents from order_lines where order_id = $1`,
  ]
  for (const text of apart) await expect(shop.pool.query(text, [id]), text).rejects.toThrow('is not its lines')
  const dearer = shop.pool.query('update order_lines set price_cents = price_cents * 2, quantity = quantity * 2')
  await expect(dearer).rejects.toThrow('keeps what was bought')
  await expectLaws(shop)
})
