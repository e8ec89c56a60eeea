import { expect, test } from 'vitest'
import { openTestShop } from '../testing/open-test-shop.ts'
import { expectLaws, ordersIn, paid, placed, stockOf } from '../testing/orders.ts'
import { cancelOrder, dueOrders, expireOrder } from './cancel-or-expire.ts'
import { lockOrder, reviveOrder, setRefundDue, setRefunded } from './payment-states.ts'

const HOUR = 3_600_000
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

test('a cancelled order gives its units back and leaves the lists', async () => {
  const { as, shop, product, buyer } = await openTestShop({ stock: 10 })
  const { _id: id } = await placed(as.buyer, product)
  await cancelOrder(shop, shop.db, { id, by: buyer })
  expect(await stockOf(shop, product)).toBe(10)
  expect((await as.buyer.orders[':id'].$get({ param: { id } })).status).toBe(404)
  const listed = await as.buyer.orders.$get({ query: { email: buyer.email } })
  expect(await listed.json()).toEqual([])
  expect(await ordersIn(shop)).toHaveLength(1)
  await expectLaws(shop)
})

test('two cancels at once give the units back once', async () => {
  const { as, shop, product, buyer } = await openTestShop({ stock: 10 })
  const { _id: id } = await placed(as.buyer, product)
  const cancels = await Promise.allSettled(times(8, () => cancelOrder(shop, shop.db, { id, by: buyer })))
  expect(cancels.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const cancel of cancels)
    if (cancel.status === 'rejected') expect(cancel.reason).toMatchObject({ code: 'not_found' })
  expect(await stockOf(shop, product)).toBe(10)
  await expectLaws(shop)
})

test('only the buyer and an admin cancel an order, and the admin’s cancel is on record', async () => {
  const { as, shop, product, other, admin } = await openTestShop()
  const { _id: id } = await placed(as.buyer, product)
  await expect(cancelOrder(shop, shop.db, { id, by: other })).rejects.toMatchObject({ code: 'not_found' })
  await cancelOrder(shop, shop.db, { id, by: admin })
  const log = await (await as.admin.audit.$get({ query: { action: 'order.cancel' } })).json()
  expect(log).toMatchObject([
    { actor: admin.email, subject: id, before: { status: 'unpaid' }, after: { status: 'cancelled' } },
  ])
  await expectLaws(shop)
})

test('a paid order cannot be cancelled', async () => {
  const { as, shop, product, buyer } = await openTestShop({ stock: 10 })
  const order = await placed(as.buyer, product)
  await paid(shop, order)
  await expect(cancelOrder(shop, shop.db, { id: order._id, by: buyer })).rejects.toMatchObject({ code: 'conflict' })
  expect(await stockOf(shop, product)).toBe(6)
  await expectLaws(shop)
})

test('cancel and payment at once: one of them happens', async () => {
  const { as, shop, product, buyer } = await openTestShop()
  for (const _ of times(6, () => 0)) {
    const order = await placed(as.buyer, product)
    const [cancel, payment] = await Promise.allSettled([
      cancelOrder(shop, shop.db, { id: order._id, by: buyer }),
      paid(shop, order),
    ])
    expect([cancel.status, payment.status].sort()).toEqual(['fulfilled', 'rejected'])
  }
  await expectLaws(shop)
})

test('an unpaid order expires when its hold is over, once', async () => {
  const { as, shop, clock, product } = await openTestShop({ stock: 10 })
  const { _id: id } = await placed(as.buyer, product)
  const settled = await placed(as.buyer, product)
  await paid(shop, settled)
  expect(await dueOrders(shop.db, clock.now(), 10)).toEqual([])
  expect(await expireOrder(shop, shop.db, id)).toBeUndefined()
  clock.advance(24 * HOUR + 1000)
  expect(await dueOrders(shop.db, clock.now(), 10)).toEqual([id])
  const expired = await Promise.all(times(4, () => expireOrder(shop, shop.db, id)))
  expect(expired.filter(Boolean)).toMatchObject([{ status: 'expired' }])
  expect(await expireOrder(shop, shop.db, settled._id)).toBeUndefined()
  expect(await stockOf(shop, product)).toBe(6)
  await expectLaws(shop)
})

test('an unpaid order keeps its units when its product leaves the shop, and gives them back to it', async () => {
  const { as, shop, product, buyer } = await openTestShop({ stock: 10 })
  const before = await placed(as.buyer, product)
  await as.admin.product[':id'].$delete({ param: { id: product.id } })
  const read = await as.buyer.orders[':id'].$get({ param: { id: before._id } })
  expect(await read.json()).toEqual(before)
  expect(await stockOf(shop, product)).toBe(6)
  await cancelOrder(shop, shop.db, { id: before._id, by: buyer })
  expect(await stockOf(shop, product)).toBe(10)
  await expectLaws(shop)
})

test('an order paid too late is taken up again while there are units', async () => {
  const { as, shop, product, buyer, clock } = await openTestShop({ stock: 4 })
  const { _id: id } = await placed(as.buyer, product)
  await cancelOrder(shop, shop.db, { id, by: buyer })
  const payment = { id, transactionId: 'pi_late', at: clock.now() }
  expect(await reviveOrder(shop.db, payment)).toMatchObject({ status: 'paid', closedAt: null })
  expect(await reviveOrder(shop.db, payment)).toBeUndefined()
  expect(await stockOf(shop, product)).toBe(0)
})

test('an order paid too late whose units are gone is left for a refund', async () => {
  const { as, shop, product, buyer, clock } = await openTestShop({ stock: 4 })
  const { _id: id } = await placed(as.buyer, product)
  await cancelOrder(shop, shop.db, { id, by: buyer })
  await placed(as.other, product)
  const payment = { id, transactionId: 'pi_late', at: clock.now() }
  expect(await reviveOrder(shop.db, payment)).toBeUndefined()
  expect((await lockOrder(shop.db, id))?.status).toBe('cancelled')
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
  const refund = { id: order._id, transactionId, at: clock.now() }
  await setRefundDue(shop.db, refund)
  expect(await stockOf(shop, product)).toBe(6)
  await setRefunded(shop.db, refund)
  expect(await stockOf(shop, product)).toBe(10)
})

test('the database itself lets no order go backwards', async () => {
  const { as, shop, product } = await openTestShop()
  const order = await placed(as.buyer, product)
  await paid(shop, order)
  const back = shop.pool.query("update orders set status = 'unpaid', transaction_id = null where id = $1", [order._id])
  await expect(back).rejects.toThrow('cannot go from paid to unpaid')
})
