import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { breachesOf } from '../laws.ts'
import { cancelled } from '../payments/open-test-payments.ts'
import { aProduct, openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { anOrder, placed } from '../testing/orders.ts'
import type { EditProduct } from './contract.ts'
import { stockMovements } from './table.server.ts'

const DAY = 24 * 60 * 60_000

const FACTS = {
  name: 'Fan motor, long shaft',
  number: 'EF-231',
  unitPrice: '74.00',
  minOrder: 4,
  description: 'Shaded pole, 2,450 rpm.',
  image: '/drawings/fan-motor.svg',
  category: 'Fans',
  attributes: { Voltage: { value: 230, unit: 'V' } },
}

const stored = async ({ as }: TestShop, id: string) =>
  (await as.admin.allproducts[':id'].$get({ param: { id } })).json()
const edit = ({ as }: TestShop, id: string, json: Partial<z.input<typeof EditProduct>> & { version: number }) =>
  as.admin.product[':id'].$put({ param: { id }, json: { ...FACTS, ...json } })
const move = ({ as }: TestShop, id: string, json: object, key?: string) =>
  as.admin.product[':id'].stock.$post(
    { param: { id }, json: json as never },
    key ? { headers: { 'Idempotency-Key': key } } : undefined,
  )
const actionsOf = async ({ as }: TestShop, id: string) => {
  const entries = await (await as.admin.audit.$get({ query: { q: id } })).json()
  return entries as { action: string; before: unknown; after: unknown }[]
}

describe('an edit', () => {
  test('sets every fact, keeps the stock, and the log says what changed alone', async () => {
    const shop = await openTestShop()
    const { _id, version } = await stored(shop, shop.product.id)
    const answer = await edit(shop, _id, { version })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      name: FACTS.name,
      img: FACTS.image,
      unitPrice: 74,
      stock: 320,
      version: version + 1,
    })
    const shown = await (await shop.as.nobody.product[':id'].$get({ param: { id: _id } })).json()
    expect(await stored(shop, _id)).toMatchObject({ changedBy: shop.admin.name })
    expect(shown).toMatchObject({ name: FACTS.name, number: 'EF-231', category: 'Fans', attributes: FACTS.attributes })
    const [entry] = await actionsOf(shop, _id)
    expect(entry?.action).toBe('product.edit')
    expect(entry?.before).toMatchObject({ unitPrice: 72, number: shop.product.number })
    expect(Object.keys(entry?.after as object)).not.toContain('minOrder')
  })

  test('of what somebody else saved meanwhile is refused, and theirs stands', async () => {
    const shop = await openTestShop()
    const { _id, version } = await stored(shop, shop.product.id)
    expect((await edit(shop, _id, { version, unitPrice: '75.00' })).status).toBe(200)
    const late = await edit(shop, _id, { version, description: 'Mine.' })
    expect(late.status).toBe(409)
    expect(await late.json()).toMatchObject({ code: 'conflict', field: 'version' })
    expect(await stored(shop, _id)).toMatchObject({ unitPrice: 75, description: FACTS.description })
    expect((await edit(shop, _id, { version: version + 1, description: 'Mine.' })).status).toBe(200)
  })

  test('sent twenty times at once counts once', async () => {
    const shop = await openTestShop()
    const { _id, version } = await stored(shop, shop.product.id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => edit(shop, _id, { version })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(19).fill(409)])
    expect(await stored(shop, _id)).toMatchObject({ version: version + 1 })
  })

  test('changes no order that stands', async () => {
    const shop = await openTestShop()
    const placed = await (await shop.as.buyer.order.$post({ json: anOrder(shop.product) })).json()
    const { version } = await stored(shop, shop.product.id)
    await edit(shop, shop.product.id, { version, unitPrice: '99.00' })
    const order = await (await shop.as.buyer.orders[':id'].$get({ param: { id: placed._id } })).json()
    expect(order).toMatchObject({ productName: shop.product.name, price: placed.price })
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ unitPrice: '0' }, 'unitPrice'],
    [{ minOrder: 0 }, 'minOrder'],
    [{ image: 'javascript:alert(1)' }, 'image'],
    [{ number: 'x'.repeat(61) }, 'number'],
  ])('is refused with %j, at its field', async (wrong, field) => {
    const shop = await openTestShop()
    const answer = await edit(shop, shop.product.id, { version: 1, ...wrong } as never)
    expect([answer.status, await answer.json()]).toMatchObject([422, { field }])
  })
})

describe('stock', () => {
  test('comes and goes with a reason, which the product and the log tell', async () => {
    const shop = await openTestShop({ stock: 10 })
    const { id } = shop.product
    expect(
      await (await move(shop, id, { quantity: 296, reason: 'received', note: 'purchase 2026-311' })).json(),
    ).toMatchObject({ stock: 306 })
    expect(await (await move(shop, id, { quantity: -2, reason: 'damaged' })).json()).toMatchObject({ stock: 304 })
    const movements = await (await shop.as.admin.allproducts[':id'].movements.$get({ param: { id } })).json()
    expect(movements.map(({ reason, quantity, note }) => [reason, quantity, note])).toEqual([
      ['damaged', -2, ''],
      ['received', 296, 'purchase 2026-311'],
      ['initial', 10, ''],
    ])
    expect((await actionsOf(shop, id))[0]).toMatchObject({
      action: 'stock.move',
      before: { stock: 306 },
      after: { stock: 304 },
    })
    expect(await breachesOf(shop.shop.db)).toEqual([])
  })

  test('never goes below what is there, however many book at once', async () => {
    const shop = await openTestShop({ stock: 10 })
    const { id } = shop.product
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => move(shop, id, { quantity: -1, reason: 'counted' })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(5)
    expect(await refused[0]?.json()).toMatchObject({ field: 'quantity', stock: 0 })
    expect(await breachesOf(shop.shop.db)).toEqual([])
  })

  test.each([
    [1, 'No more can go than are free to sell: 1 piece.'],
    [2, 'No more can go than are free to sell: 2 pieces.'],
  ])('of %i, a refusal says how many there are', async (stock, message) => {
    const shop = await openTestShop({ stock })
    const answer = await move(shop, shop.product.id, { quantity: -3, reason: 'damaged' })
    expect(await answer.json()).toMatchObject({ code: 'conflict', message })
  })

  test('is booked once for one Idempotency-Key', async () => {
    const shop = await openTestShop({ stock: 10 })
    const booked = { quantity: 5, reason: 'received' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => move(shop, shop.product.id, booked, 'delivery-1')),
    )
    expect(await Promise.all(answers.map(async (answer) => (await answer.json()).stock))).toEqual(Array(8).fill(15))
  })

  test.each([
    [3, 'damaged', 'Broken takes pieces away: enter −3, or choose Counted'],
    ['+1200', 'damaged', 'Broken takes pieces away: enter −1,200, or choose Counted'],
    ['−3', 'received', 'Delivered in adds pieces: enter 3, or choose Counted'],
    [-3, 'returned', 'Returned adds pieces: enter 3, or choose Counted'],
  ])('is not moved by %j as %s, which is the other way', async (quantity, reason, message) => {
    const shop = await openTestShop({ stock: 2000 })
    const answer = await move(shop, shop.product.id, { quantity, reason })
    expect([answer.status, await answer.json()]).toMatchObject([422, { field: 'quantity', message }])
    expect(await stored(shop, shop.product.id)).toMatchObject({ stock: 2000 })
  })

  test('is corrected either way as counted, with any sign before the number', async () => {
    const shop = await openTestShop({ stock: 10 })
    const counted = async (quantity: string) =>
      (await (await move(shop, shop.product.id, { quantity, reason: 'counted' })).json()).stock
    expect([await counted('+3'), await counted('−5'), await counted('-1')]).toEqual([13, 8, 7])
    expect(await breachesOf(shop.shop.db)).toEqual([])
  })

  test.each([[0], ['1.5'], [''], [2_000_000]])('takes no movement of %j', async (quantity) => {
    const shop = await openTestShop()
    expect((await move(shop, shop.product.id, { quantity, reason: 'received' })).status).toBe(422)
  })
})

describe('an archived product', () => {
  test('is found among the archived alone, and comes back with its stock', async () => {
    const shop = await openTestShop({ stock: 7 })
    const { id } = await aProduct(shop.shop, { stock: 9 })
    await shop.as.admin.product[':id'].$delete({ param: { id } })
    const listed = async (status: 'selling' | 'soldout' | 'archived') =>
      (await (await shop.as.admin.allproducts.$get({ query: { status } })).json()).map(({ _id }) => _id)
    expect(await listed('selling')).toEqual([shop.product.id])
    expect(await listed('archived')).toEqual([id])
    expect(await stored(shop, id)).toMatchObject({ archivedAt: expect.any(String), stock: 9 })

    expect((await shop.as.admin.product[':id'].restore.$post({ param: { id } })).status).toBe(200)
    expect(await listed('archived')).toEqual([])
    expect((await shop.as.nobody.product[':id'].$get({ param: { id } })).status).toBe(200)
    expect((await actionsOf(shop, id))[0]).toMatchObject({ action: 'product.restore' })
    expect((await shop.as.admin.product[':id'].restore.$post({ param: { id } })).status).toBe(404)
  })

  test('tells who archived it, and how many pieces it sold in the year before', async () => {
    const shop = await openTestShop({ stock: 100 })
    const { product, admin, clock, as } = shop
    const param = { id: product.id }
    expect(await stored(shop, product.id)).toMatchObject({ archivedBy: null, soldLastYear: null })
    const earlier = new Date(clock.now().getTime() - 366 * DAY)
    await shop.shop.db
      .insert(stockMovements)
      .values({ productId: product.id, quantity: -4, reason: 'order', at: earlier })
    await placed(as.buyer, product, { quantity: 8 })
    await cancelled(as.buyer, await placed(as.buyer, product, { quantity: 40 }))
    await as.admin.product[':id'].$delete({ param })
    expect(await stored(shop, product.id)).toMatchObject({ archivedBy: admin.name, soldLastYear: 8 })
  })

  test('and a sold out one have tabs of their own', async () => {
    const shop = await openTestShop()
    const { id } = await aProduct(shop.shop, { stock: 0 })
    const listed = await (await shop.as.admin.allproducts.$get({ query: { status: 'soldout' } })).json()
    expect(listed.map(({ _id }) => _id)).toEqual([id])
  })
})

test('a product is added with its number, category and attributes', async () => {
  const { as } = await openTestShop()
  const answer = await as.admin.product.$post({ json: { ...FACTS, stock: 12 } })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject({
    number: 'EF-231',
    category: 'Fans',
    attributes: FACTS.attributes,
    stock: 12,
  })
  const attributes = { Voltage: { value: 'v'.repeat(201), unit: 'V' } }
  const refused = await as.admin.product.$post({ json: { ...FACTS, number: 'EF-232', attributes, stock: 12 } })
  const message = 'A name has at most 60 characters, a value 200, a unit 20'
  expect([refused.status, await refused.json()]).toMatchObject([422, { field: 'attributes', message }])
})
