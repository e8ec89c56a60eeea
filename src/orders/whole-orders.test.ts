import { expect, test } from 'vitest'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, paid, placed } from '../testing/orders.ts'
import type { Checkout } from './checkout-contract.ts'
import type { AllOrders, Order } from './contract.ts'

type Query = Partial<Record<keyof AllOrders, string>>

/** Three orders of three lines and one of a single line, and how an admin lists them. */
async function someOrders() {
  const { as, shop, product } = await openTestShop()
  const others = await Promise.all(['Seal', 'Valve'].map((name) => aProduct(shop, { name: `${name} ${product.id}` })))
  const all = [product, ...others].map((one) => ({ product: one }))
  const lists: Checkout[] = []
  for (const buyer of [as.buyer, as.other, as.buyer])
    lists.push((await (await buyer.checkouts.$post({ json: aCheckout(all) })).json()) as Checkout)
  const single = await placed(as.other, product)
  const list = async (query: Query) => {
    const answer = await as.admin.allorders.$get({ query: { by: 'order', ...query } as never })
    expect(answer.status).toBe(200)
    const rows = (await answer.json()) as Order[]
    const numbers = rows.map(({ number }) => number)
    const orders = [...new Set(numbers)].map((number) => [number, numbers.filter((one) => one === number).length])
    return { rows, orders, total: answer.headers.get('x-total-count'), link: answer.headers.get('link') }
  }
  const [one, two, three] = lists as [Checkout, Checkout, Checkout]
  return { as, shop, one, two, three, single, list, valve: others[1]?.name ?? '' }
}

test('a page of whole orders counts orders, cuts none, and has their lines as they were ordered', async () => {
  const { one, two, three, single, list } = await someOrders()
  const first = await list({ limit: '2' })
  expect(first.orders).toEqual([
    [single.number, 1],
    [three.number, 3],
  ])
  const asOrdered = [single, ...three.orders].map(({ productName }) => productName)
  expect(first.rows.map(({ productName }) => productName)).toEqual(asOrdered)
  expect(first.total).toBe('4')
  const next = new URL(/<([^>]+)>; rel="next"/.exec(first.link ?? '')?.[1] ?? '', 'http://shop')
  const rest = [
    [two.number, 3],
    [one.number, 3],
  ]
  expect((await list(Object.fromEntries(next.searchParams))).orders).toEqual(rest)
  expect((await list({ limit: '2', page: '2' })).orders).toEqual(rest)
  expect((await list({ limit: '2', page: '3' })).orders).toEqual([])
})

test('an order that is found by one of its parts is listed with all of them, once', async () => {
  const { one, two, three, valve, list } = await someOrders()
  const { orders, total } = await list({ q: valve })
  expect([orders, total]).toEqual([[three, two, one].map(({ number }) => [number, 3]), '3'])
  expect((await list({ q: `${valve} ${two.number}` })).orders).toEqual([[two.number, 3]])
})

test('a tab has the lines of an order that are in it, and counts the order once in each', async () => {
  const { as, shop, one, two, list } = await someOrders()
  for (const { orders } of [one, two]) await paid(shop, orders[0] as Order)
  const [sent] = one.orders
  await as.admin.checkouts[':id'].sent.$patch({ param: { id: one._id }, json: { lines: [sent?._id ?? ''] } })
  expect((await list({ status: 'paid' })).orders).toEqual([
    [two.number, 3],
    [one.number, 2],
  ])
  expect((await list({ status: 'delivered' })).rows.map(({ _id }) => _id)).toEqual([sent?._id])
  const counts = await (await as.admin.allorders.counts.$get()).json()
  expect(Object.values(counts).map(({ count }) => count)).toEqual([4, 2, 2, 1])
})

test('a closed order is found by its number alone', async () => {
  const { as, one, list } = await someOrders()
  for (const { _id: id } of one.orders) await as.buyer.orders[':id'].$delete({ param: { id } })
  expect((await list({})).orders.map(([number]) => number)).not.toContain(one.number)
  expect((await list({ q: one.number })).orders).toEqual([[one.number, 3]])
})
