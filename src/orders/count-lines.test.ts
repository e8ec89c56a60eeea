import { expect, test } from 'vitest'
import { type ApiClient, ask } from '../client.ts'
import { taken } from '../http/rate-limit.ts'
import { times } from '../payments/open-test-payments.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout } from '../testing/orders.ts'

const show = (as: ApiClient, id: string) => as.checkouts[':id'].$get({ param: { id } })

test('an order counts by its lines where it is read, confirmed, moved to another address and cancelled', async () => {
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
  await as.buyer.checkouts[':id'].$patch({ param: { id }, json: { transactionId: 'pi_none' } })
  await as.buyer.orders[':id'].$patch({ param: { id: line }, json: { order: line, transactionId: 'pi_none' } })
  expect(await points('confirm-payment', 60, buyer.id)).toBe(4)
  await as.buyer.checkouts[':id'].$delete({ param: { id } })
  expect(await points('cancel', 30, buyer.id)).toBe(2)
})

test('a cart and a list count by address, by the lines that are sent and those that are stored', async () => {
  const { shop, as } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const parts = await Promise.all(times(60, () => aProduct(shop, { minOrder: 1 })))
  const lines = parts.map(({ id: productId }) => ({ productId, quantity: 1, reference: '' }))
  const short = lines.slice(1, 49)
  const read = () => taken(shop, { name: 'long lists', points: 1800, seconds: 60 }, '127.0.0.1')
  const calls: [string, number, number, () => Promise<Response>][] = [
    ['a short cart', 200, 0, () => as.buyer.cart.$put({ json: { version: 0, lines: short } })],
    ['a short cart that is shown', 200, 0, () => as.buyer.cart.$get()],
    ['a long cart over a short one', 200, 3, () => as.buyer.cart.$put({ json: { version: 1, lines } })],
    ['a long cart that is shown', 200, 2, () => as.buyer.cart.$get()],
    [
      'a refused short cart, which shows the long one',
      409,
      3,
      () => as.buyer.cart.$put({ json: { version: 0, lines: short } }),
    ],
    ['what joins a long cart', 200, 2, () => as.buyer.cart.join.$post({ json: { lines: [] } })],
  ]
  let before = 0
  for (const [what, expected, most, call] of calls) {
    const { status } = await call()
    expect([what, status, (await read()) - before]).toEqual([what, expected, most])
    before += most
  }
  const { _id: id } = await ask(as.buyer.lists.$post({ json: { name: 'a job', lines } }))
  expect(await read()).toBe(before + 2)
  await as.buyer.lists[':id'].$get({ param: { id } })
  const { token } = await ask(as.buyer.lists[':id'].link.$post({ param: { id } }))
  await as.nobody['shared-lists'][':token'].$get({ param: { token } })
  await as.other.lists[':id'].$get({ param: { id } })
  expect(await read()).toBe(before + 6)
  await as.buyer.lists[':id'].$put({ param: { id }, json: { name: 'a job', lines: short, version: 0 } })
  expect(await read()).toBe(before + 9)
})

test('a search among one’s own orders counts by address, and a list without one does not', async () => {
  const { shop, as, buyer } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const read = () => taken(shop, { name: 'own searches', points: 480, seconds: 60 }, '127.0.0.1')
  await as.buyer.orders.$get({ query: { email: buyer.email } })
  expect(await read()).toBe(0)
  await as.buyer.orders.$get({ query: { email: buyer.email, q: 'fan' } })
  expect(await read()).toBe(2)
})

const WHERE = { country: 'Norway', address: 'Dock Street 4', phone: '' }
