import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CATALOGUE_CHANNEL } from '../database/change-notices.ts'
import { nextCursor } from '../testing/next-cursor.ts'
import { aProduct, openTestShop, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { expectLaws, placed } from '../testing/orders.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import { PRODUCT_SORTS } from './product-sorts.ts'

const sharedShop = sharedTestShop()

const aFuse = {
  name: 'Fuse, slow',
  unitPrice: '12.50',
  stock: 40,
  description: '250 V, 10 A.',
  minOrder: 10,
  image: '/drawings/fuse.svg',
}

test('an admin adds a product, price as text or number, and everybody sees it', async () => {
  const { as, shop, admin } = await openTestShop()
  const answer = await as.admin.product.$post({ json: aFuse })
  expect(answer.status).toBe(201)
  const product = await answer.json()
  expect(product).toMatchObject({ name: 'Fuse, slow', unitPrice: 12.5, stock: 40, minOrder: 10, img: aFuse.image })
  const read = await as.nobody.product[':id'].$get({ param: { id: product._id } })
  expect(await read.json()).toEqual(product)
  const log = await (await as.admin.audit.$get({ query: { action: 'product.add' } })).json()
  expect(log).toMatchObject([{ actor: admin.email, subject: product._id, before: null, after: product }])
  await expectLaws(shop)
})

test('only an admin adds or deletes products', async () => {
  const { as, product } = await sharedShop()
  const param = { id: product.id }
  expect((await as.nobody.product.$post({ json: aFuse })).status).toBe(401)
  expect((await as.buyer.product.$post({ json: aFuse })).status).toBe(403)
  expect((await as.nobody.product[':id'].$delete({ param })).status).toBe(401)
  expect((await as.buyer.product[':id'].$delete({ param })).status).toBe(403)
})

test.each([
  ['name', ''],
  ['unitPrice', '0'],
  ['unitPrice', '12.505'],
  ['unitPrice', 'free'],
  ['unitPrice', 1_000_000],
  ['stock', -1],
  ['stock', 2.5],
  ['minOrder', 0],
  ['description', ' '],
  ['image', 'javascript:alert(1)'],
  ['image', 'http://elsewhere.example/x.png'],
  ['image', '//elsewhere.example/x.png'],
] as const)('a product whose %s is "%s" is refused beside that field', async (field, value) => {
  const { as } = await sharedShop()
  const answer = await as.admin.product.$post({ json: { ...aFuse, [field]: value } })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ field })
})

test('a deleted product is gone from the shop, and the second delete finds nothing', async () => {
  const { as, shop, product, admin } = await openTestShop()
  const param = { id: product.id }
  expect((await as.admin.product[':id'].$delete({ param })).status).toBe(200)
  expect((await as.admin.product[':id'].$delete({ param })).status).toBe(404)
  expect((await as.nobody.product[':id'].$get({ param })).status).toBe(404)
  expect(await (await as.nobody.products.$get({ query: {} })).json()).toEqual([])
  const log = await (await as.admin.audit.$get({ query: { action: 'product.delete' } })).json()
  expect(log).toMatchObject([{ actor: admin.email, subject: product.id, after: null }])
  await expectLaws(shop)
})

test('the list is an array, oldest first, with its total', async () => {
  const { as, shop, product } = await openTestShop()
  const second = await aProduct(shop)
  const answer = await as.nobody.products.$get({ query: {} })
  expect((await answer.json()).map(({ _id }) => _id)).toEqual([product.id, second.id])
  expect(answer.headers.get('x-total-count')).toBe('2')
  expect(answer.headers.get('link')).toBeNull()
})

const shelf = sharedByFile(async (onEnd) => {
  const opened = await openTestShop({ onEnd })
  for (const n of [3, 1, 2, 2, 3, 1, 2]) {
    await aProduct(opened.shop, { name: `Part ${n}`, unitPriceCents: n * 100, minOrder: n * n, stock: n })
  }
  return opened
})

test.each(PRODUCT_SORTS)('pages sorted by %s hold every product once, in order', async (sort) => {
  const { as } = await shelf()
  const whole = await (await as.nobody.products.$get({ query: { sort } })).json()
  const paged = await allPages(as.nobody, sort)
  expect(paged).toEqual(whole.map(({ _id }) => _id))
  expect(new Set(paged).size).toBe(8)
  const third = await as.nobody.products.$get({ query: { sort, limit: '3', page: '3' } })
  expect((await third.json()).map(({ _id }) => _id)).toEqual(paged.slice(6))
  expect(third.headers.get('link')).toMatch(/^<\/api\/products\?.*page=2>; rel="prev"$/)
  expect(third.headers.get('x-total-count')).toBe('8')
})

test('the price of one piece sorts otherwise than that of a minimum order', async () => {
  const { as } = await shelf()
  const names = async (sort: 'price' | 'each') => {
    const found = await (await as.nobody.products.$get({ query: { sort, q: 'Part' } })).json()
    return [...new Set(found.map(({ name }) => name))]
  }
  expect(await names('price')).toEqual(['Part 1', 'Part 2', 'Part 3'])
  expect(await names('each')).toEqual(['Part 3', 'Part 2', 'Part 1'])
})

async function allPages(as: TestShop['as']['nobody'], sort: (typeof PRODUCT_SORTS)[number]) {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const answer = await as.products.$get({ query: { sort, limit: '3', cursor } })
    ids.push(...(await answer.json()).map(({ _id }) => _id))
    cursor = nextCursor(answer.headers)
  } while (cursor)
  return ids
}

test('words are searched in name, number and description, and are no pattern', async () => {
  const { as, shop, product } = await openTestShop()
  for (const name of ['Contactor, 100% duty', 'Contactor, 1000 W duty', 'Rail R_17 C\\22', 'Rail RX17 C22']) {
    await aProduct(shop, { name })
  }
  const found = async (q: string) =>
    (await (await as.nobody.products.$get({ query: { q } })).json()).map(({ name }) => name)
  expect(await found('fan MOTOR')).toEqual([product.name])
  expect(await found('ef-230 2,400')).toHaveLength(5)
  expect(await found('100%')).toEqual(['Contactor, 100% duty'])
  expect(await found('100% duty')).toEqual(['Contactor, 100% duty'])
  expect(await found('r_17')).toEqual(['Rail R_17 C\\22'])
  expect(await found('c\\22')).toEqual(['Rail R_17 C\\22'])
  expect(await found('_')).toEqual([])
  expect(await found("'; drop table products; --")).toEqual([])
})

test('what is no page of the list is refused', async () => {
  const { as } = await sharedShop()
  const status = async (query: Record<string, string>) => (await as.nobody.products.$get({ query })).status
  expect(await status({ cursor: 'x' })).toBe(400)
  expect(await status({ cursor: Buffer.from('["a","b"]').toString('base64url'), sort: 'stock' })).toBe(400)
  const beyond = Buffer.from(JSON.stringify([900_000_000, crypto.randomUUID()])).toString('base64url')
  expect(await status({ q: 'c', cursor: beyond })).toBe(400)
  expect(await status({ limit: '0' })).toBe(422)
  expect(await status({ sort: 'color' })).toBe(422)
  expect((await as.nobody.product[':id'].$get({ param: { id: '1' } })).status).toBe(404)
})

test('whoever keeps pages is told of a new product, a sale and a review', async () => {
  const { as, shop, product } = await openTestShop()
  const client = new pg.Client({ connectionString: shop.config.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`listen ${CATALOGUE_CHANNEL}`)
  const heard = vi.fn()
  client.on('notification', heard)
  await as.admin.product.$post({ json: aFuse })
  await expect.poll(() => heard.mock.calls.length).toBe(1)
  await placed(as.buyer, product)
  await placed(as.other, product)
  await expect.poll(() => heard.mock.calls.length).toBe(2)
  await as.buyer.review.$post({ json: { review: 5 } })
  await expect.poll(() => heard.mock.calls.length).toBe(3)
})
