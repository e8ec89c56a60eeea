import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '../audit/table.server.ts'
import { aProduct, openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, orderIdOf, paid, placed } from '../testing/orders.ts'
import type { Checkout } from './checkout-contract.ts'
import { orders } from './table.server.ts'

const sharedShop = sharedTestShop()

test('the first order of a shop is PH-104417, and each after it has a number of its own', async () => {
  const { as, product } = await openTestShop()
  expect((await placed(as.buyer, product)).number).toBe('PH-104417')
  const { productId: _, ...byName } = anOrder(product)
  const named = await as.buyer.order.$post({ json: byName })
  expect(await named.json()).toMatchObject({ number: 'PH-104418' })
  const together = await Promise.all(Array.from({ length: 8 }, () => placed(as.other, product)))
  expect(new Set(together.map(({ number }) => number)).size).toBe(8)
})

test('an order keeps its number, and a number gives nobody a right', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const id = await orderIdOf(shop, order)
  const renumbered = shop.db.update(orders).set({ number: 1 }).where(eq(orders.id, id))
  await expect(renumbered).rejects.toMatchObject({ cause: { message: expect.stringContaining('keeps its number') } })
  const others = await as.other.orders.$get({ query: { email: order.email, q: order.number } })
  expect(others.status).toBe(403)
  expect((await as.other.allorders.$get({ query: { q: order.number } })).status).toBe(403)
})

/** A shop with an order to find, and who finds how many by words. */
async function aSearchedOrder() {
  const opened = await sharedShop({ name: 'Door gasket, 230\u00a0V' })
  const { as, shop, product, buyer } = opened
  const order = await placed(as.buyer, product, { address: 'Havnegata 14\n7010 Trondheim', country: 'Norway' })
  const transactionId = await paid(shop, order)
  const finds = async (q: string) => {
    const found = await as.admin.allorders.$get({ query: { q } })
    return (await found.json()).some(({ _id }) => _id === order._id)
  }
  return { ...opened, buyer, order, transactionId, finds }
}

test('an order is found by its number as people type it, its buyer, its address, its part and its transaction', async () => {
  const { order, buyer, transactionId, finds } = await aSearchedOrder()
  const digits = order.number.slice(3)
  const spoken = [order.number, `ph${digits}`, `ph ${digits}`, ` Ph-${digits} `, digits, digits.slice(0, 4)]
  const people = [buyer.name.toUpperCase(), buyer.email, 'trondheim', 'havnegata 14', 'NORWAY  7010']
  const parts = ['ef-230', 'EF 230', 'gasket', 'door 230 v', transactionId]
  for (const q of [...spoken, ...people, ...parts]) expect([q, await finds(q)]).toEqual([q, true])
  for (const q of ['bergen', 'ef_231', `${digits}9`, 'ph%']) expect([q, await finds(q)]).toEqual([q, false])
})

test('an address that is told before paying is found as well', async () => {
  const { as, product } = await sharedShop()
  const order = await placed(as.buyer, product, { address: '', country: '' })
  const where = { country: 'Iceland', address: `Laugavegur ${order.number}` }
  await as.buyer.orders[':id'].delivery.$patch({ param: { id: order._id }, json: where })
  const found = await (await as.admin.allorders.$get({ query: { q: `laugavegur iceland ${order.number}` } })).json()
  expect(found.map(({ _id }) => _id)).toEqual([order._id])
})

test('a cancelled order has left the lists, and is still found by its whole number', async () => {
  const { as, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  await as.buyer.orders[':id'].$delete({ param: { id: order._id } })
  const found = async (query: { q: string; status?: 'unpaid' }) => {
    const rows = await (await as.admin.allorders.$get({ query })).json()
    return rows.filter(({ _id }) => _id === order._id).map(({ status }) => status)
  }
  expect(await found({ q: order.number })).toEqual(['cancelled'])
  expect(await found({ q: order.number.slice(3) })).toEqual(['cancelled'])
  expect(await found({ q: order.email })).toEqual([])
  expect(await found({ q: order.number, status: 'unpaid' })).toEqual([])
})

test('in a search by the whole number a line that was cancelled comes after those that stay', async () => {
  const { as, shop, product } = await sharedShop()
  const parts = [product, await aProduct(shop), await aProduct(shop)]
  const json = aCheckout(parts.map((part) => ({ product: part })))
  const order = (await (await as.buyer.checkouts.$post({ json })).json()) as Checkout
  const [first, second, last] = order.orders.map(({ _id }) => _id)
  await as.buyer.orders[':id'].$delete({ param: { id: last ?? '' } })
  for (const [by, unpaid] of [
    ['line', [second, first]],
    ['order', [first, second]],
  ] as const) {
    const found = await (await as.admin.allorders.$get({ query: { q: order.number, by } })).json()
    expect(found.map(({ _id, status }) => [_id, status])).toEqual([
      ...unpaid.map((id) => [id, 'unpaid']),
      [last, 'cancelled'],
    ])
  }
})

test('the audit log tells the number of the order that it is about', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  await as.admin.orders[':id'].$delete({ param: { id: order._id } })
  const deeds = await shop.db.select().from(auditLog).where(eq(auditLog.subject, order._id))
  expect(deeds.map(({ action, after }) => [action, after])).toEqual([
    ['order.cancel', expect.objectContaining({ number: order.number })],
  ])
})
