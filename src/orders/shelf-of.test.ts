import { expect, test } from 'vitest'
import { openTestShop } from '../testing/open-test-shop.ts'
import { orderIdOf, paid, placed } from '../testing/orders.ts'
import { cancelOrder } from './cancel-or-expire.ts'
import { setRefundDue, setRefunded } from './payment-states.ts'

test('the shelf holds what is free to sell and what is ordered, paid or not, until it is sent', async () => {
  const { as, shop, product, buyer } = await openTestShop({ stock: 100 })
  const shelf = async () => (await as.admin.allproducts[':id'].shelf.$get({ param: { id: product.id } })).json()
  expect(await shelf()).toEqual({ free: 100, ordered: 0 })

  const unpaid = await placed(as.buyer, product, { quantity: 4 })
  const order = await placed(as.buyer, product, { quantity: 8 })
  await paid(shop, order)
  expect(await shelf()).toEqual({ free: 88, ordered: 12 })

  await as.admin.paidorders[':id'].$patch({ param: { id: order._id } })
  expect(await shelf()).toEqual({ free: 88, ordered: 4 })
  await as.admin.paidorders[':id'].$delete({ query: {}, param: { id: order._id } })
  expect(await shelf()).toEqual({ free: 88, ordered: 12 })

  await cancelOrder(shop, buyer, { id: unpaid._id })
  expect(await shelf()).toEqual({ free: 92, ordered: 8 })
})

test('a paid order that is to be refunded lies on the shelf until its pieces are free again', async () => {
  const { as, shop, product, clock } = await openTestShop({ stock: 100 })
  const shelf = async () => (await as.admin.allproducts[':id'].shelf.$get({ param: { id: product.id } })).json()
  const order = await placed(as.buyer, product, { quantity: 8 })
  const transactionId = await paid(shop, order)
  const refund = { id: await orderIdOf(shop, order), transactionId, at: clock.now() }
  await setRefundDue(shop.db, refund)
  expect(await shelf()).toEqual({ free: 92, ordered: 8 })
  await setRefunded(shop.db, refund)
  expect(await shelf()).toEqual({ free: 100, ordered: 0 })
})

test('a count is booked on the pieces that it was compared with, and on no others', async () => {
  const { as, shop, product } = await openTestShop({ stock: 100 })
  const param = { id: product.id }
  const count = (quantity: number, inHouse: number) =>
    as.admin.product[':id'].stock.$post({ param, json: { quantity, reason: 'counted', inHouse } })
  const order = await placed(as.buyer, product, { quantity: 4 })
  await paid(shop, order)
  await as.admin.paidorders[':id'].$patch({ param: { id: order._id } })
  const late = await count(-4, 100)
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { field: 'quantity', message: 'In the house by now: 96, not 100. Enter the difference anew.' },
  ])
  const both = await Promise.all([count(2, 96), count(2, 96)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const shelf = await as.admin.allproducts[':id'].shelf.$get({ param })
  expect(await shelf.json()).toEqual({ free: 98, ordered: 0 })
})
