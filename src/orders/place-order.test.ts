import { describe, expect, test } from 'vitest'
import { aPerson, aProduct, clientOf, openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import {
  aCheckout,
  anOrder,
  byStatus,
  expectLaws,
  ordersIn,
  ordersOf,
  paid,
  placed,
  stockOf,
} from '../testing/orders.ts'

const sharedShop = sharedTestShop()
const times = <T>(count: number, make: (index: number) => T) => Array.from({ length: count }, (_, index) => make(index))
const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } })

test('an order takes its units and has the shop’s price and the buyer’s name', async () => {
  const { as, shop, product, buyer } = await openTestShop({ stock: 10 })
  const answer = await as.buyer.order.$post({ json: anOrder(product, { quantity: 6 }) })
  expect(answer.status).toBe(201)
  const order = await answer.json()
  expect(order).toMatchObject({
    email: buyer.email,
    userName: buyer.name,
    quantity: 6,
    price: 108,
    paid: false,
    status: 'unpaid',
  })
  expect(Date.parse(order.expiresAt) - Date.parse(order.createdAt)).toBe(24 * 3_600_000)
  expect(await stockOf(shop, product)).toBe(4)
  const { rows } = await shop.pool.query("select data ->> 'template' as template from pgboss.job where name = 'mail'")
  expect(rows).toEqual([{ template: 'order-placed' }])
  await expectLaws(shop)
})

test('nobody orders without signing in', async () => {
  const { as, shop, product } = await sharedShop()
  const answer = await as.nobody.order.$post({ json: anOrder(product) })
  expect(answer.status).toBe(401)
  expect(await ordersOf(shop, product)).toEqual([])
})

test('an order under another’s e-mail is refused; case and spaces of the own do not matter', async () => {
  const { as, shop, product, buyer, other } = await sharedShop()
  const answer = await as.buyer.order.$post({ json: anOrder(product, { email: other.email }) })
  expect(answer.status).toBe(403)
  expect(await ordersOf(shop, product)).toEqual([])
  await placed(as.buyer, product, { email: ` ${buyer.email.toUpperCase()} ` })
})

test('who pays, what was paid and whose name it is are not taken from the request', async () => {
  const { as, product, buyer } = await sharedShop()
  const forged = {
    userName: 'Somebody else',
    paid: true,
    deleverd: true,
    transactionId: 'pi_forged',
    status: 'delivered',
  }
  const answer = await as.buyer.order.$post({ json: { ...anOrder(product), ...forged } })
  const expected = { userName: buyer.name, paid: false, deleverd: false, transactionId: null, status: 'unpaid' }
  expect(await answer.json()).toMatchObject(expected)
})

test('more than the stock is refused with the units left, and nothing is stored', async () => {
  const { as, shop, product } = await sharedShop({ stock: 10 })
  const answer = await as.buyer.order.$post({ json: anOrder(product, { quantity: 11 }) })
  expect(answer.status).toBe(409)
  const message = 'Please enter a valid quantity!'
  expect(await answer.json()).toEqual({ code: 'conflict', message, field: 'quantity', stock: 10 })
  expect(await stockOf(shop, product)).toBe(10)
  expect(await ordersOf(shop, product)).toEqual([])
  await expectLaws(shop)
})

test('less than the minimum order is refused', async () => {
  const { as, product } = await sharedShop({ minOrder: 4 })
  const answer = await as.buyer.order.$post({ json: anOrder(product, { quantity: 3 }) })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ message: 'Please enter a valid quantity!', field: 'quantity' })
})

test.each([0, -4, 2.5, -1e18, 'four', '4; drop table orders'])('%s pieces is no quantity', async (quantity) => {
  const { as, shop, product } = await sharedShop()
  const answer = await as.buyer.order.$post({ json: { ...anOrder(product), quantity: quantity as number } })
  expect([400, 422]).toContain(answer.status)
  expect(await ordersOf(shop, product)).toEqual([])
})

test('a sent price that is not the price is refused with the current one', async () => {
  const { as, shop, product } = await sharedShop({ stock: 10 })
  const answer = await as.buyer.order.$post({ json: anOrder(product, { price: 71.99 }) })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ code: 'conflict', field: 'price', price: 72 })
  expect(await stockOf(shop, product)).toBe(10)
  await expectLaws(shop)
})

test.each([
  { unitPriceCents: 49, minOrder: 1, quantity: 1 },
  { unitPriceCents: 99_999_999, minOrder: 1, quantity: 1, status: 201 },
  { unitPriceCents: 50, minOrder: 1, quantity: 1, status: 201 },
])('an order of $unitPriceCents cents is one that a card can be charged, or refused', async (sold) => {
  const { status = 422, quantity, ...of } = sold
  const { as, shop } = await sharedShop()
  const answer = await as.buyer.order.$post({ json: anOrder(await aProduct(shop, of), { quantity }) })
  expect(answer.status).toBe(status)
  await expectLaws(shop)
})

test('half a cent is rounded up', async () => {
  const { as, shop } = await sharedShop()
  const part = await aProduct(shop, { unitPriceCents: 101, minOrder: 2 })
  expect(await placed(as.buyer, part, { quantity: 3 })).toMatchObject({ price: 1.52 })
  await expectLaws(shop)
})

test('without a productId the exact name finds the product', async () => {
  const { as, shop, product } = await sharedShop()
  expect(await placed(as.buyer, product, { productId: undefined })).toMatchObject({ productId: product.id })
  const wrong = { ...anOrder(product), productId: undefined, productName: product.name.toUpperCase() }
  expect((await as.buyer.order.$post({ json: wrong })).status).toBe(404)
  await aProduct(shop, { name: product.name })
  const answer = await as.buyer.order.$post({ json: anOrder(product, { productId: undefined }) })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ field: 'productId' })
})

test('a product that left the shop cannot be ordered, by id or by name', async () => {
  const { as, product } = await sharedShop()
  await as.admin.product[':id'].$delete({ param: { id: product.id } })
  expect((await as.buyer.order.$post({ json: anOrder(product) })).status).toBe(404)
  expect((await as.buyer.order.$post({ json: anOrder(product, { productId: undefined }) })).status).toBe(404)
})

describe('a product that changes while its order is under way', () => {
  const cases = [
    { change: `unit_price_cents = 2000`, status: 409, says: { code: 'conflict', field: 'price', price: 20 } },
    { change: `min_order = 5`, status: 422, says: { field: 'quantity' } },
    { change: `stock = 3`, status: 409, says: { field: 'quantity', stock: 3 } },
    { change: `removed_at = now()`, status: 404, says: { code: 'not_found' } },
    { change: `name = 'Relay 13 A', number = null`, status: 201, says: { productName: 'Relay 13 A', price: 72 } },
  ]
  test.each(cases)('$change: $status', async ({ change, status, says }) => {
    const { as, shop, product } = await openTestShop({ stock: 10, minOrder: 4 })
    const admin = await shop.pool.connect()
    await admin.query('begin')
    await admin.query(`update products set ${change} where id = $1`, [product.id])
    const answer = as.buyer.order.$post({ json: anOrder(product, { quantity: 4 }) })
    const waiting = `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await shop.pool.query(waiting)).rows).toEqual([{ waiting: 1 }])
    await admin.query('commit')
    admin.release()
    expect((await answer).status).toBe(status)
    expect(await (await answer).json()).toMatchObject(says)
    expect(await ordersIn(shop)).toHaveLength(status === 201 ? 1 : 0)
    const { rows } = await shop.pool.query("select count(*)::int as mails from pgboss.job where name = 'mail'")
    expect(rows).toEqual([{ mails: status === 201 ? 1 : 0 }])
  })
})

test('fifty buyers want 10 units: ten get one, the others are told, and nobody is over', async () => {
  const { shop, origin, product } = await sharedShop({ stock: 10, minOrder: 1 })
  const people = await Promise.all(times(50, (index) => aPerson(shop, `buyer${index}`)))
  const answers = await Promise.all(
    people.map(({ token }) => clientOf(origin, token).order.$post({ json: anOrder(product) })),
  )
  expect(byStatus(answers)).toEqual({ 201: 10, 409: 40 })
  const refused = answers.find(({ ok }) => !ok)
  expect(await refused?.json()).toMatchObject({ field: 'quantity', stock: 0 })
  expect(await stockOf(shop, product)).toBe(0)
  expect(await ordersOf(shop, product)).toHaveLength(10)
  await expectLaws(shop)
})

test('nobody is told "sold out" while there is enough for all', async () => {
  const { shop, origin, product } = await sharedShop({ stock: 40, minOrder: 1 })
  const people = await Promise.all(times(40, (index) => aPerson(shop, `buyer${index}`)))
  const answers = await Promise.all(
    people.map(({ token }) => clientOf(origin, token).order.$post({ json: anOrder(product) })),
  )
  expect(byStatus(answers)).toEqual({ 201: 40 })
  expect(await stockOf(shop, product)).toBe(0)
})

test('twenty requests with one Idempotency-Key are one order and one answer', async () => {
  const { as, shop, product } = await sharedShop({ stock: 320 })
  const answers = await Promise.all(times(20, () => as.buyer.order.$post({ json: anOrder(product) }, keyed('once'))))
  expect(byStatus(answers)).toEqual({ 201: 20 })
  const [first, ...others] = await Promise.all(answers.map((answer) => answer.json()))
  for (const other of others) expect(other).toEqual(first)
  expect(await ordersOf(shop, product)).toHaveLength(1)
  expect(await stockOf(shop, product)).toBe(316)
  await expectLaws(shop)
})

test('the same Idempotency-Key with another body is refused; another’s same key is another key', async () => {
  const { as, shop, product } = await sharedShop()
  await as.buyer.order.$post({ json: anOrder(product) }, keyed('mine'))
  const again = await as.buyer.order.$post({ json: anOrder(product, { quantity: 8 }) }, keyed('mine'))
  expect(again.status).toBe(422)
  const others = await as.other.order.$post({ json: anOrder(product, { quantity: 8 }) }, keyed('mine'))
  expect(others.status).toBe(201)
  expect(await ordersOf(shop, product)).toHaveLength(2)
})

test('an Idempotency-Key has at most 255 characters', async () => {
  const { as, shop, product } = await sharedShop()
  const order = (key: string) => as.buyer.order.$post({ json: anOrder(product) }, keyed(key))
  const answers = [await order('k'.repeat(255)), await order('k'.repeat(255)), await order('k'.repeat(256))]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 422])
  expect(await ordersOf(shop, product)).toHaveLength(1)
})

test('a refused order does not use up its Idempotency-Key', async () => {
  const { as, shop, product } = await sharedShop({ stock: 4 })
  const first = await placed(as.other, product)
  const json = anOrder(product)
  expect((await as.buyer.order.$post({ json }, keyed('later'))).status).toBe(409)
  await as.other.orders[':id'].$delete({ param: { id: first._id } })
  expect((await as.buyer.order.$post({ json }, keyed('later'))).status).toBe(201)
  await expectLaws(shop)
})

test('a customer has at most so many unpaid orders, also when all are asked at once', async () => {
  const { as, shop, product, buyer } = await openTestShop({ env: { MAX_UNPAID_ORDERS: '3' } })
  // Orders of one product would wait for each other anyway.
  const parts = await Promise.all(times(12, () => aProduct(shop)))
  const answers = await Promise.all(parts.map((part) => as.buyer.order.$post({ json: anOrder(part) })))
  expect(byStatus(answers)).toEqual({ 201: 3, 409: 9 })
  const [order] = await (await as.buyer.orders.$get({ query: { email: buyer.email } })).json()
  if (!order) throw new Error('no order')
  await paid(shop, order)
  expect((await as.buyer.order.$post({ json: anOrder(product) })).status).toBe(201)
  expect((await as.other.order.$post({ json: anOrder(product) })).status).toBe(201)
  await expectLaws(shop)
})

test('orders of many buyers for several products at once are all placed', async () => {
  const { shop, origin, product } = await sharedShop({ stock: 200, minOrder: 1 })
  const another = await aProduct(shop, { stock: 200, minOrder: 1 })
  const people = await Promise.all(times(6, (index) => aPerson(shop, `buyer${index}`)))
  const answers = await Promise.all(
    people.flatMap(({ token }) =>
      times(8, (index) => clientOf(origin, token).order.$post({ json: anOrder(index % 2 ? product : another) })),
    ),
  )
  expect(byStatus(answers)).toEqual({ 201: 48 })
  await expectLaws(shop)
})

test('more orders a minute than a counter could take are told to wait', async () => {
  const { as, product } = await openTestShop({ env: { RATE_LIMIT: 'on', MAX_UNPAID_ORDERS: '100' } })
  const answers = await Promise.all(times(32, () => as.buyer.order.$post({ json: anOrder(product) })))
  expect(byStatus(answers)).toEqual({ 201: 30, 429: 2 })
  const refused = answers.find(({ ok }) => !ok)
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await as.other.order.$post({ json: anOrder(product) })).status).toBe(201)
})

test('an order of a long list counts as several', async () => {
  const { as } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const unknown = () => ({ product: { id: crypto.randomUUID(), name: '', unitPriceCents: 100, minOrder: 1 } })
  const send = () => as.buyer.checkouts.$post({ json: aCheckout(Array.from({ length: 500 }, unknown)) })
  expect(byStatus(await Promise.all(times(7, send)))).toEqual({ 409: 3, 429: 4 })
})
