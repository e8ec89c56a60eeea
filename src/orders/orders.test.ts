import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ask } from '../client.ts'
import { products } from '../products/table.server.ts'
import { nextCursor } from '../testing/next-cursor.ts'
import { aProduct, openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, expectLaws, paid, placed, stockOf } from '../testing/orders.ts'

const sharedShop = sharedTestShop()
const NOBODYS = '0199f000-0000-7000-8000-000000000000'

test('own orders are listed newest first; another’s e-mail is refused', async () => {
  const { as, product, buyer, other } = await sharedShop()
  const first = await placed(as.buyer, product)
  const second = await placed(as.buyer, product, { quantity: 8 })
  await placed(as.other, product)
  const own = await as.buyer.orders.$get({ query: { email: buyer.email.toUpperCase() } })
  expect(own.headers.get('cache-control')).toBe('no-store')
  expect(own.headers.get('x-total-count')).toBe('2')
  expect(await own.json()).toEqual([second, first])
  expect((await as.buyer.orders.$get({ query: { email: other.email } })).status).toBe(403)
  expect((await as.admin.orders.$get({ query: { email: buyer.email } })).status).toBe(403)
  expect((await as.nobody.orders.$get({ query: { email: buyer.email } })).status).toBe(401)
})

test('an order is there for its buyer and for admins, and for nobody else', async () => {
  const { as, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const param = { id: order._id }
  expect(await (await as.buyer.orders[':id'].$get({ param })).json()).toEqual(order)
  expect(await (await as.admin.orders[':id'].$get({ param })).json()).toEqual(order)
  expect((await as.buyer.orders[':id'].$get({ param: { id: order._id.toUpperCase() } })).status).toBe(200)
  expect((await as.other.orders[':id'].$get({ param })).status).toBe(404)
  expect((await as.nobody.orders[':id'].$get({ param })).status).toBe(401)
  expect((await as.buyer.orders[':id'].$get({ param: { id: NOBODYS } })).status).toBe(404)
  expect((await as.buyer.orders[':id'].$get({ param: { id: "' or 1=1" } })).status).toBe(404)
})

test('orders that many ask for in one moment are told apart by who asks', async () => {
  const { as, product } = await sharedShop()
  const [mine, theirs] = [await placed(as.buyer, product), await placed(as.other, product)]
  const asked = [as.buyer, as.other, as.admin, as.nobody, as.buyer].flatMap((who) =>
    [mine, theirs].map(async ({ _id }) => {
      const answer = await who.orders[':id'].$get({ param: { id: _id } })
      return answer.status === 200 ? (await answer.json())._id : answer.status
    }),
  )
  const [a, b] = [mine._id, theirs._id]
  expect(await Promise.all(asked)).toEqual([a, 404, 404, b, a, b, 401, 401, a, 404])
})

test('of a word of more than 40 characters the beginning is looked for', async () => {
  const { as, shop } = await openTestShop()
  const order = await placed(as.buyer, await aProduct(shop, { name: `Seal ${'w'.repeat(45)}` }))
  const found = async (q: string) => (await ask(as.admin.allorders.$get({ query: { q } }))).map(({ _id }) => _id)
  expect(await found(`${'w'.repeat(40)}zzz`)).toEqual([order._id])
  expect(await found(`${'w'.repeat(39)}zzz`)).toEqual([])
})

test('an admin pages through all orders by cursor and by number, filters, searches and counts them', async () => {
  const { as, shop, product, buyer } = await openTestShop({ env: { MAX_UNPAID_ORDERS: '100' } })
  const fuse = await aProduct(shop, { name: 'Fuse 100% slow' })
  const made = []
  for (const part of [product, fuse, product, product, fuse]) made.push(await placed(as.buyer, part))
  const transactionId = await paid(shop, made[1] ?? placedNothing())
  const newestFirst = made.map(({ _id }) => _id).reverse()

  const first = await as.admin.allorders.$get({ query: { limit: '3' } })
  expect(first.headers.get('x-total-count')).toBe('5')
  const cursor = nextCursor(first.headers)
  expect(await ask(as.admin.allorders.$get({ query: { cursor: '' } }))).toHaveLength(5)
  expect(await ask(as.buyer.orders.$get({ query: { email: buyer.email, cursor: '' } }))).toHaveLength(5)
  const rest = await as.admin.allorders.$get({ query: { limit: '3', cursor } })
  expect(rest.headers.get('link')).toBeNull()
  expect([...(await first.json()), ...(await rest.json())].map(({ _id }) => _id)).toEqual(newestFirst)
  const page = await as.admin.allorders.$get({ query: { limit: '2', page: '2' } })
  expect(page.headers.get('link')).toContain('page=3')
  expect((await page.json()).map(({ _id }) => _id)).toEqual(newestFirst.slice(2, 4))

  const found = async (query: { q?: string; status?: 'paid' | 'unpaid' }) =>
    (await (await as.admin.allorders.$get({ query })).json()).length
  expect(await found({ q: 'fuse 100%' })).toBe(2)
  expect(await found({ q: '%' })).toBe(0)
  expect(await found({ q: buyer.email.slice(0, 12) })).toBe(5)
  expect(await found({ q: transactionId })).toBe(1)
  expect(await found({ q: 'fuse', status: 'unpaid' })).toBe(1)
  expect(await found({ status: 'paid' })).toBe(1)
  const exact = (count: number) => ({ count, more: false })
  const counts = await (await as.admin.allorders.counts.$get()).json()
  expect(counts).toEqual({ all: exact(5), unpaid: exact(4), paid: exact(1), delivered: exact(0) })
})

test('a word that is searched in orders is no pattern', async () => {
  const { as, shop } = await openTestShop()
  for (const name of ['Fuse 100% slow', 'Fuse 1000 slow', 'Rail R_17', 'Rail RX17']) {
    await placed(as.buyer, await aProduct(shop, { name }))
  }
  const found = async (q: string) =>
    (await (await as.admin.allorders.$get({ query: { q } })).json()).map(({ productName }) => productName)
  expect(await found('100%')).toEqual(['Fuse 100% slow'])
  expect(await found('r_17')).toEqual(['Rail R_17'])
})

test('an order is found by the number of its part, however either is written', async () => {
  const { as, shop } = await openTestShop()
  const parts = await Promise.all(['a', 'b', 'c'].map((name) => aProduct(shop, { name })))
  const numbers = ['QF-230', 'xf 230/7', 'zf231']
  for (const [place, part] of parts.entries()) {
    await shop.db.update(products).set({ number: numbers[place] }).where(eq(products.id, part.id))
    await placed(as.buyer, part)
  }
  const found = async (q: string) =>
    (await (await as.admin.allorders.$get({ query: { q } })).json()).map(({ productNumber }) => productNumber)
  for (const q of ['qf230', 'QF-230', 'qf.230', 'qf 230', 'Q-F230', 'f-230 qf'])
    expect(await found(q)).toEqual(['QF-230'])
  for (const q of ['xf2307', 'XF-230-7', 'xf 230/7']) expect(await found(q)).toEqual(['xf 230/7'])
  for (const q of ['zf-231', 'ZF 231']) expect(await found(q)).toEqual(['zf231'])
  expect(await found('qf-231')).toEqual([])
})

test("an order is found by its company, the tax number and the buyer's own words, as they are told later too", async () => {
  const { as, shop, product } = await openTestShop()
  await placed(as.buyer, product)
  const where = { company: 'Kalt & Klima GmbH', taxNumber: 'DE136695976', country: 'Germany', reference: 'WO-5501' }
  const json = aCheckout([{ product, reference: 'Roof unit 7' }], where)
  const { orders: lines } = await ask(as.buyer.checkouts.$post({ json }))
  const found = async (q: string) =>
    (await (await as.admin.allorders.$get({ query: { q } })).json()).map(({ _id }) => _id)
  for (const q of ['kalt & klima', '- kalt', 'DE136695976', 'de 136 695 976', 'wo-5501', 'roof unit 7'])
    expect(await found(q), q).toEqual(lines.map(({ _id }) => _id))

  const later = { company: 'Frost AG', country: 'Switzerland', address: 'Seestrasse 1', taxNumber: '' }
  await ask(as.buyer.orders[':id'].delivery.$patch({ param: { id: lines[0]?._id ?? '' }, json: later }))
  expect(await found('frost ag')).toHaveLength(1)
  expect(await found('kalt')).toEqual([])
  expect(await found('DE136695976')).toEqual([])
  await expectLaws(shop)
})

test('all orders are for admins; what is no list is refused', async () => {
  const { as } = await openTestShop()
  expect((await as.nobody.allorders.$get({ query: {} })).status).toBe(401)
  expect((await as.buyer.allorders.$get({ query: {} })).status).toBe(403)
  expect((await as.nobody.allorders.counts.$get()).status).toBe(401)
  expect((await as.buyer.allorders.counts.$get()).status).toBe(403)
  expect((await as.admin.allorders.$get({ query: { cursor: 'x' } })).status).toBe(400)
  expect((await as.admin.allorders.$get({ query: { limit: '501' } })).status).toBe(422)
  expect((await as.admin.allorders.$get({ query: { q: 'a\0b' } })).status).toBe(422)
})

test('a paid order is delivered once; again changes nothing', async () => {
  const { as, shop, product, admin, clock } = await openTestShop()
  const order = await placed(as.buyer, product)
  const transactionId = await paid(shop, order)
  const param = { id: order._id }
  const first = await as.admin.paidorders[':id'].$patch({ param })
  expect(first.status).toBe(200)
  const delivered = await first.json()
  expect(delivered).toMatchObject({ deleverd: true, paid: true, transactionId, status: 'delivered' })
  clock.advance(60_000)
  const again = await as.admin.paidorders[':id'].$patch({ param })
  expect(again.status).toBe(200)
  expect(await again.json()).toEqual(delivered)
  const log = await (await as.admin.audit.$get({ query: { action: 'order.deliver' } })).json()
  expect(log).toMatchObject([{ actor: admin.email, subject: order._id }])
  const mails = "select count(*)::int as n from pgboss.job where name = 'mail' and data ->> 'template' = 'delivered'"
  expect((await shop.pool.query(mails)).rows).toEqual([{ n: 1 }])
  await expectLaws(shop)
})

test('an unpaid order cannot be delivered, nor one that is not there, nor by a customer', async () => {
  const { as, product } = await sharedShop()
  const { _id: id } = await placed(as.buyer, product)
  const deliver = (who: typeof as.admin, of = id) => who.paidorders[':id'].$patch({ param: { id: of } })
  expect((await deliver(as.admin)).status).toBe(409)
  expect((await deliver(as.admin, NOBODYS)).status).toBe(404)
  expect((await deliver(as.buyer)).status).toBe(403)
  expect((await deliver(as.nobody)).status).toBe(401)
})

test('the buyer says where an unpaid order goes', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product, { country: '', address: '' })
  const json = { country: 'Czechia', address: 'Hlavní 5, Brno', phone: '' }
  const send = (who: typeof as.buyer, of = json) =>
    who.orders[':id'].delivery.$patch({ param: { id: order._id }, json: of })
  expect(await (await send(as.buyer)).json()).toMatchObject(json)
  expect((await send(as.nobody)).status).toBe(401)
  expect((await send(as.other)).status).toBe(404)
  expect((await send(as.admin)).status).toBe(404)
  expect(await (await send(as.buyer, { ...json, country: ' ' })).json()).toMatchObject({ field: 'country' })
  await paid(shop, order)
  expect((await send(as.buyer)).status).toBe(409)
})

test('a product that changes its price or leaves the shop changes no order', async () => {
  const { as, shop, product } = await sharedShop({ stock: 100 })
  const order = await placed(as.buyer, product)
  await shop.pool.query("update products set unit_price_cents = 1, name = 'Other' where id = $1", [product.id])
  await as.admin.product[':id'].$delete({ param: { id: product.id } })
  expect(await (await as.buyer.orders[':id'].$get({ param: { id: order._id } })).json()).toEqual(order)
  await expectLaws(shop)
})

test('the price that changed meanwhile is told and nothing is taken', async () => {
  const { as, shop, product } = await sharedShop({ stock: 100 })
  await shop.pool.query('update products set unit_price_cents = 8000 where id = $1', [product.id])
  const answer = await as.buyer.order.$post({ json: anOrder(product) })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ field: 'price', price: 80 })
  expect(await stockOf(shop, product)).toBe(100)
})

function placedNothing(): never {
  throw new Error('nothing was placed')
}
