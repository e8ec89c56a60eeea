import { expect, test } from 'vitest'
import type { ApiClient } from '../client.ts'
import { sharedTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder } from '../testing/orders.ts'

const sharedShop = sharedTestShop()

const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } })

const placedWith = async (as: ApiClient, key: string) =>
  (await as.checkouts.placed[':key'].$get({ param: { key } })).json()

test('an order whose answer was lost is found by the Idempotency-Key with which it was sent, also once it is cancelled', async () => {
  const { as, product } = await sharedShop({ stock: 100 })
  const [one, several] = ['lost/1?', 'lost 2']
  const order = await (await as.buyer.order.$post({ json: anOrder(product) }, keyed(one))).json()
  const checkout = await (await as.buyer.checkouts.$post({ json: aCheckout([{ product }]) }, keyed(several))).json()
  expect(await placedWith(as.buyer, one)).toEqual([{ number: order.number }])
  expect(await placedWith(as.buyer, several)).toEqual([{ number: checkout.number }])
  await as.buyer.checkouts[':id'].$delete({ param: { id: order.checkoutId } })
  expect(await placedWith(as.buyer, one)).toEqual([{ number: order.number }])
})

test('a key finds no order of somebody else, nothing that is no order, and nothing that was refused', async () => {
  const { as, product, buyer } = await sharedShop({ stock: 100 })
  await as.buyer.order.$post({ json: anOrder(product) }, keyed('theirs'))
  await as.buyer.lists.$post({ json: { name: 'Van stock', lines: [] } }, keyed('a list'))
  await as.buyer.order.$post({ json: anOrder(product, { quantity: 101 }) }, keyed('refused'))
  for (const [who, key] of [
    [as.other, 'theirs'],
    [as.admin, 'theirs'],
    [as.buyer, 'a list'],
    [as.buyer, 'refused'],
    [as.buyer, 'never sent'],
  ] as const)
    expect([buyer.id, key, await placedWith(who, key)]).toEqual([buyer.id, key, []])
})
