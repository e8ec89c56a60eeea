import { expect, test } from 'vitest'
import { type ApiClient, ask } from '../client.ts'
import { taken } from '../http/rate-limit.ts'
import { times } from '../payments/open-test-payments.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout } from '../testing/orders.ts'

const show = (as: ApiClient, id: string) => as.checkouts[':id'].$get({ param: { id } })

test('an order counts by its lines where it is read, moved to another address and cancelled', async () => {
  const { shop, as, buyer } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const parts = await Promise.all(times(60, () => aProduct(shop, { minOrder: 1 })))
  const long = aCheckout(parts.map((product) => ({ product })))
  const { _id: id, number, orders } = await ask(as.buyer.checkouts.$post({ json: long }))
  const line = orders[7]?._id ?? ''
  const points = (name: string, most: number, key: string) => taken(shop, { name, points: most, seconds: 60 }, key)
  const read = () => points('whole orders', 600, '127.0.0.1')
  for (const [at, name] of [id, number, line].entries()) {
    await show(as.buyer, name)
    expect([name, await read()]).toEqual([name, 2 * (at + 1)])
  }
  await as.buyer.orders[':id'].page.$get({ param: { id } })
  expect(await read()).toBe(8)
  await as.buyer.checkouts.$get({ query: {} })
  expect(await read()).toBe(10)
  // Another's order counts like one that does not exist.
  expect((await show(as.other, number)).status).toBe(404)
  expect(await read()).toBe(11)
  await as.buyer.orders[':id'].delivery.$patch({ param: { id: line }, json: WHERE })
  expect(await points('delivery', 60, buyer.id)).toBe(3)
  await as.buyer.checkouts[':id'].$delete({ param: { id } })
  expect(await points('cancel', 30, buyer.id)).toBe(2)
})

const WHERE = { country: 'Norway', address: 'Dock Street 4', phone: '' }
