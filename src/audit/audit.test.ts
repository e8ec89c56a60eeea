import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { nextCursor } from '../testing/next-cursor.ts'
import { openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { anOrder } from '../testing/orders.ts'
import { record } from './audit.ts'

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

test('nothing in it can be changed or taken out', async () => {
  const { shop, clock } = await sharedShop()
  await record(shop.db, { at: clock.now(), actor: null, action: 'order.expire', subject: 'a' })
  for (const sql of ["update audit_log set subject = 'b'", 'delete from audit_log', 'truncate audit_log']) {
    await expect(shop.pool.query(sql)).rejects.toThrow('only grows')
  }
})
