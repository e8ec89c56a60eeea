import { expect, test } from 'vitest'
import { transact } from '../database/db.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { expectLaws, paid, stockOf } from '../testing/orders.ts'
import { nextNumber } from './order-numbers.ts'
import { basisOf, sumsOf, wantedBy } from './order-sums.ts'
import { toOrder } from './orders.ts'
import { setRefundDue, setRefunded } from './payment-states.ts'
import { storeOrder } from './place-order.ts'

/** A shop with an order of two products, ten and four pieces, and what the calls say of each. */
async function aPair() {
  const opened = await openTestShop({ stock: 100, minOrder: 2, unitPriceCents: 333 })
  const { shop, product, buyer } = opened
  const another = await aProduct(shop, { stock: 10, minOrder: 4, unitPriceCents: 1800 })
  const basis = await basisOf(shop, buyer)
  const wanted = [
    wantedBy(basis, { offered: product, quantity: 9 }),
    wantedBy(basis, { offered: another, quantity: 4 }),
  ]
  const where = { country: 'Norway', address: 'Storgata 1', phone: '' }
  const number = await nextNumber(shop.lookups)
  const at = shop.clock.now()
  const order = await transact(shop.db, async (db) => {
    const reckoned = await sumsOf(db, basis, { wanted, where, at })
    return storeOrder({ ...shop, db }, buyer, { number, wanted, where, at, from: 'here', basis, reckoned })
  })
  const [first, second] = order.lines.map((line) => toOrder({ line, order }))
  if (!first || !second) throw new Error('an order of two lines')
  return { ...opened, another, order, first, second }
}

test('an order costs what its lines cost together, each rounded by itself', async () => {
  const { as, shop, buyer, order, first, second } = await aPair()
  expect(order.priceCents).toBe(1499 + 1800)
  const listed = await (await as.buyer.orders.$get({ query: { email: buyer.email } })).json()
  expect(listed).toEqual([second, first])
  expect(listed.map(({ price }) => price)).toEqual([18, 14.99])
  await expectLaws(shop)
})

test('a payment is for all lines, and each is delivered by itself', async () => {
  const { as, shop, order, first, second } = await aPair()
  const transactionId = await paid(shop, first)
  const read = async (id: string) => (await as.buyer.orders[':id'].$get({ param: { id } })).json()
  expect(await read(second._id)).toMatchObject({ paid: true, transactionId })
  expect((await as.admin.paidorders[':id'].$patch({ param: { id: second._id } })).status).toBe(200)
  expect([await read(first._id), await read(second._id)]).toMatchObject([{ status: 'paid' }, { status: 'delivered' }])
  await expectLaws(shop)
  expect(await setRefundDue(shop.db, { id: order.id, transactionId, at: shop.clock.now() })).toBeUndefined()
})

test('a refund of the whole gives the units of all lines back', async () => {
  const { as, shop, product, another, order, first, second } = await aPair()
  const transactionId = await paid(shop, second)
  const refund = { id: order.id, transactionId, at: shop.clock.now() }
  await setRefundDue(shop.db, refund)
  await setRefunded(shop.db, refund)
  const read = await as.buyer.orders[':id'].$get({ param: { id: first._id } })
  expect(await read.json()).toMatchObject({ status: 'refunded', transactionId })
  expect([await stockOf(shop, product), await stockOf(shop, another)]).toEqual([100, 10])
})
