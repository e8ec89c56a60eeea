import { existsSync } from 'node:fs'
import { count, countDistinct, desc, eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from '../client.ts'
import { breachesOf } from '../laws.ts'
import { orderLines } from '../orders/table.server.ts'
import { AddProduct } from '../products/contract.ts'
import { products } from '../products/table.server.ts'
import { questions } from '../questions/table.server.ts'
import { openEmptyShop } from '../testing/open-test-shop.ts'
import { addBuyers, addParts, inBulk } from './bulk.ts'
import { addOrders } from './bulk-orders.ts'
import { addQuestions, addReviews } from './bulk-words.ts'
import { madeUpPart } from './made-up.ts'

const quietly = () => undefined

test('made-up parts, buyers and orders keep every law, and a second run adds to the first', async () => {
  const { shop } = await openEmptyShop()
  const at = shop.clock.now()
  for (let run = 1; run <= 2; run++) {
    await inBulk(shop.pool, async (bulk) => {
      await addParts(bulk, { count: 300, at, progress: quietly })
      await addBuyers(bulk, { count: 30, at, progress: quietly })
      await addOrders(bulk, { count: 400, at, holdHours: 24, progress: quietly })
    })
    const [found] = await shop.db.select({ rows: count(), names: countDistinct(products.name) }).from(products)
    expect(found).toEqual({ rows: 300 * run, names: 300 * run })
    expect(await shop.db.$count(orderLines)).toBe(400 * run)
    expect(await breachesOf(shop.db)).toEqual([])
  }
  expect(await shop.db.$count(orderLines, eq(orderLines.status, 'delivered'))).toBeGreaterThan(500)
  expect(await shop.db.$count(orderLines, ne(orderLines.status, 'delivered'))).toBeGreaterThan(20)
})

test('made-up reviews and questions can be read on the page of their part, and a tenth is about one part', async () => {
  const { shop, origin } = await openEmptyShop()
  const at = shop.clock.now()
  await inBulk(shop.pool, async (bulk) => {
    await addParts(bulk, { count: 50, at, progress: quietly })
    await addBuyers(bulk, { count: 30, at, progress: quietly })
    await addReviews(bulk, { count: 200, at, progress: quietly })
    await addQuestions(bulk, { count: 200, at, progress: quietly })
  })
  expect(await shop.db.$count(questions)).toBe(200)
  const [most] = await shop.db
    .select({ id: questions.productId, asked: count() })
    .from(questions)
    .groupBy(questions.productId)
    .orderBy(desc(count()))
    .limit(1)
  expect(most?.asked).toBeGreaterThanOrEqual(20)
  const param = { id: most?.id ?? '' }
  const asked = await (await connect(origin, fetch).product[':id'].questions.$get({ param, query: {} })).json()
  expect(asked.questions.length).toBeGreaterThan(0)
  const read = await (await connect(origin, fetch).product[':id'].reviews.$get({ param, query: {} })).json()
  expect(read.reviews.length).toBeGreaterThan(0)
  expect(await breachesOf(shop.db)).toEqual([])
})

test('orders need somebody to place them', async () => {
  const { shop } = await openEmptyShop()
  const work = inBulk(shop.pool, (bulk) =>
    addOrders(bulk, { count: 1, at: shop.clock.now(), holdHours: 24, progress: quietly }),
  )
  await expect(work).rejects.toThrow('There is nobody to order')
})

test('a made-up part could have been added by hand', () => {
  for (let serial = 1; serial <= 3000; serial++) {
    const { unit_price_cents, min_order, stock, ...part } = madeUpPart(serial)
    const entry = { ...part, unitPrice: unit_price_cents / 100, minOrder: min_order, stock }
    expect(AddProduct.safeParse(entry).error, part.name).toBeUndefined()
    expect(existsSync(`public${part.image}`), part.image).toBe(true)
    expect(part.description).not.toMatch(/undefined|NaN| {2}/)
  }
})
