import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { users } from '../accounts/table.server.ts'
import { cancelCheckout } from '../orders/cancel-or-expire.ts'
import type { Checkout } from '../orders/checkout-contract.ts'
import { charge, confirmedAll, intentForAll } from '../payments/open-test-payments.ts'
import { reconcile } from '../payments/reconcile.ts'
import { refundPayment } from '../payments/refund-payment.ts'
import { EditProduct } from '../products/contract.ts'
import { categories } from '../products/table.server.ts'
import { nextCursor } from '../testing/next-cursor.ts'
import { aProduct, openTestShop, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, placed } from '../testing/orders.ts'
import { record } from './audit.ts'
import { changesOf, sentenceOf } from './sentence.ts'

const sharedShop = sharedTestShop()

test('the log is for admins alone', async () => {
  const { as } = await sharedShop()
  expect((await as.nobody.audit.$get({ query: {} })).status).toBe(401)
  expect((await as.buyer.audit.$get({ query: {} })).status).toBe(403)
  expect((await as.admin.audit.$get({ query: {} })).status).toBe(200)
})

test('it is read newest first, by page, action and words', async () => {
  const { as, shop, admin, clock } = await openTestShop()
  for (const subject of ['a', 'b', 'c']) {
    await record(shop.db, { at: clock.now(), actor: null, action: 'order.expire', subject })
  }
  await record(shop.db, {
    at: clock.now(),
    actor: admin,
    action: 'order.cancel',
    subject: 'd',
    after: { why: 'asked' },
  })
  const first = await as.admin.audit.$get({ query: { limit: '2' } })
  expect(first.headers.get('x-total-count')).toBe('4')
  const cursor = nextCursor(first.headers)
  const rest = await as.admin.audit.$get({ query: { limit: '2', cursor } })
  expect([...(await first.json()), ...(await rest.json())].map(({ subject }) => subject)).toEqual(['d', 'c', 'b', 'a'])
  const cancels = await (await as.admin.audit.$get({ query: { action: 'order.cancel' } })).json()
  expect(cancels).toMatchObject([{ actor: admin.email, subject: 'd', before: null, after: { why: 'asked' } }])
  const found = await (await as.admin.audit.$get({ query: { q: admin.email } })).json()
  expect(found).toHaveLength(1)
  const page = await (await as.admin.audit.$get({ query: { limit: '2', page: '2' } })).json()
  expect(page.map(({ subject }) => subject)).toEqual(['b', 'a'])
})

test('an admin and a person are found in it by their address, however many carry that as their name', async () => {
  const { as, shop, admin, buyer, clock } = await openTestShop()
  const at = clock.now()
  await record(shop.db, { at, actor: admin, action: 'session.end', subject: buyer.id })
  const crowd = Array.from({ length: 1000 }, (_, n) => ({
    id: uuidv7(),
    name: `${admin.email} ${admin.name} ${buyer.email}`,
    email: `crowd-${n}@example.com`,
    createdAt: at,
    updatedAt: at,
  }))
  await shop.db.insert(users).values(crowd)
  for (const q of [admin.email, admin.name, buyer.email.toUpperCase()]) {
    expect([q, await (await as.admin.audit.$get({ query: { q } })).json()]).toMatchObject([q, [{ actor: admin.email }]])
  }
})

test('a word that is searched in it is no pattern', async () => {
  const { as, shop, admin, clock } = await openTestShop()
  for (const subject of ['100% off', '1000 off', 'rail_17', 'rail-17']) {
    await record(shop.db, { at: clock.now(), actor: admin, action: 'order.cancel', subject })
  }
  const found = async (q: string) =>
    (await (await as.admin.audit.$get({ query: { q } })).json()).map(({ subject }) => subject)
  expect(await found('100%')).toEqual(['100% off'])
  expect(await found('rail_17')).toEqual(['rail_17'])
})

test('an entry names what it is about as it is called now: a product, an order, a person', async () => {
  const { as, shop, admin, buyer, product, clock } = await openTestShop()
  const order = await (await as.buyer.order.$post({ json: anOrder(product) })).json()
  const at = clock.now()
  await record(
    shop.db,
    { at, actor: admin, action: 'product.edit', subject: product.id },
    { at, actor: admin, action: 'order.deliver', subject: order._id },
    { at, actor: admin, action: 'role.change', subject: buyer.id },
    { at, actor: admin, action: 'product.delete', subject: randomUUID() },
  )
  const entries = await (await as.admin.audit.$get({ query: { limit: '4' } })).json()
  const abouts = Object.fromEntries(entries.map(({ action, about }) => [action, about]))
  expect(abouts).toEqual({
    'product.edit': `${product.name} ${product.number}`,
    'order.deliver': order.number,
    'role.change': buyer.email,
    'product.delete': null,
  })
  const found = await (await as.admin.audit.$get({ query: { q: order.number, limit: '1' } })).json()
  expect(found).toMatchObject([{ action: 'order.deliver', about: order.number }])
})

test('a zone, a tax and a group keep their names in it after they are deleted, and the settings have one', async () => {
  const { as, product } = await openTestShop()
  const calls = as.admin
  const zone = await calls['shipping-zones'].$post({ json: { name: 'Nordic', countries: ['SE'], flat: 5 } })
  const rate = await calls['tax-rates'].$post({
    json: { name: 'MVA', country: 'NO', buyers: 'everybody', percent: 25 },
  })
  const prices = [{ part: product.number, unitPrice: 50 }]
  const group = await calls['price-groups'].$post({ json: { name: 'Trade', prices } })
  const idOf = async (answer: { json: () => Promise<unknown> }) => ((await answer.json()) as { _id: string })._id
  await calls['shipping-zones'][':id'].$delete({ query: {}, param: { id: await idOf(zone) } })
  await calls['tax-rates'][':id'].$delete({ query: {}, param: { id: await idOf(rate) } })
  await calls['price-groups'][':id'].$delete({ query: {}, param: { id: await idOf(group) } })
  await calls['sum-settings'].$put({ json: { showsTax: true } })
  const entries = await (await calls.audit.$get({ query: {} })).json()
  const told = entries.toReversed().map((entry) => {
    const [before, after] = sentenceOf(entry)
    return `${before} ${entry.about} ${after}`.trim()
  })
  expect(told).toEqual([
    'added the shipping zone Nordic',
    'added the tax MVA of Norway',
    'made the price group Trade',
    'deleted the shipping zone Nordic',
    'deleted the tax MVA of Norway',
    'deleted the price group Trade',
    'shows sums with their tax from now on',
  ])
  const priced = entries.filter(({ action }) => action === 'group.add').flatMap(changesOf)
  expect(priced).toContainEqual({ what: 'Prices of its own', was: '', is: `${product.name} ${product.number} $50.00` })
})

/** A checkout of three parts, and its payment at Stripe that the shop does not know of yet. */
async function aChargedList({ as, shop, product }: TestShop) {
  const others = await Promise.all(['Seal', 'Valve'].map((name) => aProduct(shop, { name })))
  const parts = [product, ...others]
  const json = aCheckout(parts.map((part) => ({ product: part })))
  const order = (await (await as.buyer.checkouts.$post({ json })).json()) as Checkout
  const id = await intentForAll(as.buyer, order)
  await charge(shop, id)
  return { parts, order, id }
}

test('a payment of three lines names a part in each row, and so does the arrival of them', async () => {
  const opened = await openTestShop()
  const { as } = opened
  const { parts, order, id } = await aChargedList(opened)
  await confirmedAll(as.buyer, order, id)
  const param = { id: order._id }
  const sent = await as.admin.checkouts[':id'].sent.$patch({ param, json: { carrier: 'Own van', number: '' } })
  const { _id: parcel } = await sent.json()
  await as.admin.checkouts[':id'].arrived.$patch({ param, json: { parcel } })
  for (const action of ['order.paid', 'order.arrive'] as const) {
    const rows = await (await as.admin.audit.$get({ query: { q: order.number, action } })).json()
    const told = rows.flatMap((row) => changesOf(row).filter(({ what }) => what === 'Part'))
    expect(told.map(({ is }) => is).sort()).toEqual(
      parts.map(({ name, minOrder }) => `${name}, ${minOrder} pieces`).sort(),
    )
  }
})

test('what is given back of three lines is one row, which is found by the number and by each line', async () => {
  const opened = await openTestShop({ stock: 4 })
  const { as, shop, product, clock, buyer } = opened
  const { order, id } = await aChargedList(opened)
  await cancelCheckout(shop, buyer, order._id)
  await placed(as.other, product)
  clock.advance(60_000)
  await reconcile(shop)
  await refundPayment(shop, id)
  for (const q of [order.number, ...order.orders.map(({ _id }) => _id)]) {
    const rows = await (await as.admin.audit.$get({ query: { q, action: 'order.refund' } })).json()
    expect(rows).toMatchObject([{ about: order.number, after: { cents: Math.round(order.price * 100) } }])
  }
})

test('the edit of a part tells every fact that is changed, in words', async () => {
  const { as, shop, product } = await openTestShop()
  await shop.db.insert(categories).values([
    { slug: 'fans', top: null, name: 'Fans', drawing: null, place: 1 },
    {
      ...{ slug: 'fan-motors', top: 'fans', name: 'Fan motors', drawing: null, place: 2 },
      attributes: [{ key: 'plug', name: 'Plug', unit: '', type: 'text', filter: false }],
    },
  ])
  const [twin, gone] = [await aProduct(shop), await aProduct(shop)]
  const param = { id: product.id }
  await as.admin.product[':id'].$delete({ param })
  const facts = { name: 'Fan', number: 'EF-9', category: 'Fans', unitPrice: 80, minOrder: 2, description: 'New' }
  const attributes = { Depth: { value: 4, unit: 'mm' } }
  const trade = { leaf: 'fan-motors', facts: { plug: 'two pins' }, multiple: 4, leadDays: 9, weightGrams: 999 }
  const answer = await as.admin.product[':id'].$put({
    param,
    json: {
      ...{ ...facts, attributes, ...trade, version: 1, image: '/drawings/fuse.svg', maker: 'ACME' },
      ...{ replaces: ['OLD-9'], substitutes: [twin.number ?? ''], successor: gone.number, fitsKinds: ['larder'] },
      ...{ priceBreaks: [{ from: 1200, unitPrice: 70.5 }], datasheet: 'https://example.com/fan.pdf' },
    },
  })
  expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
  const entries = await (await as.admin.audit.$get({ query: { q: product.id, action: 'product.edit' } })).json()
  const [entry] = entries
  const told = Object.fromEntries(entries.flatMap(changesOf).map(({ what, is }) => [what, is]))
  const changed = Object.keys(entry?.after as object).filter((name) => name !== 'slug')
  const { version: _, image: __, ...sent } = EditProduct.shape
  expect(changed.toSorted()).toEqual(['img', ...Object.keys(sent)].toSorted())
  expect(told).toMatchObject({
    'Price breaks': 'from 1,200 pieces $70.50',
    'Place in the tree': 'fan-motors',
    Facts: 'plug two pins',
    Successor: gone.number,
    'Fits kinds': 'larder',
    Substitutes: twin.number,
  })
  expect(Object.keys(told)).toHaveLength(changed.length)
})

test('nothing in it can be changed or taken out', async () => {
  const { shop, clock } = await sharedShop()
  await record(shop.db, { at: clock.now(), actor: null, action: 'order.expire', subject: 'a' })
  for (const sql of ["update audit_log set subject = 'b'", 'delete from audit_log', 'truncate audit_log']) {
    await expect(shop.pool.query(sql)).rejects.toThrow('only grows')
  }
})
