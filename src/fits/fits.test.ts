import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '../products/table.server.ts'
import { aModel } from '../testing/models.ts'
import { aProduct, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'

const sharedShop = sharedTestShop()

type Range = [from: string | null, to: string | null]
const EARLY: Range = ['30100001', '30459999']
const LATE: Range = ['30460000', '30899999']
const ALWAYS: Range = [null, null]

/**
 * `here` and `elsewhere` are the part's rows in this model and in another of a kind; `kinds` are those of a universal
 * part.
 */
type Case = {
  what: string
  here?: Range[]
  elsewhere?: string
  kinds?: string[]
  serial?: string
  fit: string
  serials?: Range[]
}

const CASES: Case[] = [
  { what: 'a row says so', here: [ALWAYS], fit: 'fits' },
  { what: 'a row says so, whatever the serial number', here: [ALWAYS], serial: '1', fit: 'fits' },
  { what: 'nothing is known of the part', fit: 'not-in-list' },
  { what: 'the part sits in another model of this kind', elsewhere: 'top-freezer', fit: 'not-in-list' },
  { what: 'the part sits in models of other kinds alone', elsewhere: 'wine-cooler', fit: 'other-kind' },
  { what: 'a universal part is made for this kind', kinds: ['top-freezer', 'larder'], fit: 'not-in-list' },
  { what: 'a universal part is made for other kinds', kinds: ['larder'], fit: 'other-kind' },
  {
    what: 'a universal part is made for this kind and sits in another',
    kinds: ['top-freezer'],
    elsewhere: 'larder',
    fit: 'not-in-list',
  },
  { what: 'the serial number decides and is not told', here: [EARLY], fit: 'not-in-list', serials: [EARLY] },
  { what: 'the first of the range', here: [EARLY], serial: '30100001', fit: 'fits' },
  { what: 'the last of the range', here: [EARLY], serial: '30459999', fit: 'fits' },
  { what: 'one after the range', here: [EARLY], serial: '30460000', fit: 'not-in-list', serials: [EARLY] },
  { what: 'one before the range', here: [LATE], serial: '30459999', fit: 'not-in-list', serials: [LATE] },
  { what: 'one of two ranges', here: [EARLY, LATE], serial: '30500000', fit: 'fits' },
  { what: 'two ranges and no serial number', here: [EARLY, LATE], fit: 'not-in-list', serials: [EARLY, LATE] },
  { what: 'a range without an end', here: [['30460000', null]], serial: '99999999', fit: 'fits' },
  { what: 'a range without a beginning', here: [[null, '30459999']], serial: '00000001', fit: 'fits' },
  { what: 'an unbounded row beside a range', here: [EARLY, ALWAYS], fit: 'fits' },
]

test.each(CASES)('$what: $fit', async ({ here = [], elsewhere, kinds = [], serial, fit, serials = [] }) => {
  const { shop, as } = await sharedShop()
  const part = await aProduct(shop)
  await shop.db.update(products).set({ fitsKinds: kinds }).where(eq(products.id, part.id))
  const model = await aModel(shop, { parts: here.map(([from, to]) => ({ id: part.id, from, to })) })
  if (elsewhere) await aModel(shop, { kind: elsewhere, parts: [{ id: part.id }] })
  const told = serial?.padStart(8, '0')
  const answer = await as.nobody.fit.$get({ query: { model, product: part.id, ...(told && { serial: told }) } })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({
    fit,
    section: here.length > 0 ? 'evaporator' : null,
    position: here.length > 0 ? 'evaporator-fan-motor' : null,
    serials: serials.map(([fromSerial, toSerial]) => ({ fromSerial, toSerial })),
  })
})

test('a part is named by its id, its number however it is written, or a number that it had', async () => {
  const { shop, as, product } = await sharedShop()
  const old = `OLD ${product.number}`
  await shop.db
    .update(products)
    .set({ replaces: [old] })
    .where(eq(products.id, product.id))
  const model = await aModel(shop, { parts: [{ id: product.id }] })
  const names = [product.id, product.number, product.number.toLowerCase().replaceAll('-', ' '), old]
  for (const name of names) {
    const answer = await as.nobody.fit.$get({ query: { model: model.toLowerCase().replace(' ', '-'), product: name } })
    expect([name, answer.status, (await answer.json()).fit]).toEqual([name, 200, 'fits'])
  }
})

test('a model or a part that nobody knows is not found', async () => {
  const { shop, as, product } = await sharedShop()
  const model = await aModel(shop)
  const statusOf = async (query: { model: string; product: string }) => (await as.nobody.fit.$get({ query })).status
  expect(await statusOf({ model: 'no-such-model', product: product.id })).toBe(404)
  expect(await statusOf({ model, product: 'no-such-part' })).toBe(404)
  expect(await statusOf({ model, product: crypto.randomUUID() })).toBe(404)
})

test('many parts are answered in their order, and those that nobody knows are left out', async () => {
  const { shop, as, product } = await sharedShop()
  const other = await aProduct(shop)
  const model = await aModel(shop, { parts: [{ id: other.id }] })
  const answer = await as.nobody.fits.$get({ query: { model, products: `${product.id},nothing,${other.number}` } })
  const fits = await answer.json()
  expect(fits.map(({ product, fit }) => [product, fit])).toEqual([
    [product.id, 'not-in-list'],
    [other.number, 'fits'],
  ])
})

test('a hundred parts are answered at once, and more are refused', async () => {
  const { shop, as } = await sharedShop()
  const model = await aModel(shop)
  const ask = async (count: number) => {
    const products = Array.from({ length: count }, () => crypto.randomUUID()).join(',')
    return (await as.nobody.fits.$get({ query: { model, products } })).status
  }
  expect([await ask(100), await ask(101)]).toEqual([200, 422])
})

test('a serial number has eight digits, however they are written', async () => {
  const { shop, as, product } = await sharedShop()
  const model = await aModel(shop, { parts: [{ id: product.id, from: EARLY[0], to: EARLY[1] }] })
  const ask = (serial: string) => as.nobody.fit.$get({ query: { model, product: product.id, serial } })
  expect((await (await ask('3010 0001')).json()).fit).toBe('fits')
  for (const serial of ['3010', 'ABCDEFGH', '301000012'])
    expect([serial, (await ask(serial)).status]).toEqual([serial, 422])
})

test('one statement answers a hundred parts', async () => {
  const opened: TestShop = await sharedShop()
  const { shop, as, product } = opened
  const model = await aModel(shop, { parts: [{ id: product.id }] })
  const asked: string[] = []
  const { query } = shop.pool
  shop.pool.query = ((...args: Parameters<typeof query>) => {
    asked.push(String(typeof args[0] === 'string' ? args[0] : (args[0] as { text: string }).text))
    return Reflect.apply(query, shop.pool, args)
  }) as typeof query
  try {
    const products = [product.id, ...Array.from({ length: 99 }, () => crypto.randomUUID())].join(',')
    await as.nobody.fits.$get({ query: { model, products } })
    await as.nobody.models[':number'].$get({ param: { number: model } })
  } finally {
    shop.pool.query = query
  }
  expect(asked.filter((text) => /from "?(fits|models)|with model/.test(text))).toHaveLength(2)
})
