import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test } from 'vitest'
import { codeOf, together, transact } from '../database/db.ts'
import { freshDatabase } from '../testing/database.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { takenOf } from '../testing/taken.ts'
import { counted, expectNothingLost, ordering, slowestMs, somePeople, untilSold, untilTold } from './buyers.ts'
import { figure, isLong, long } from './figures.ts'
import { openProxy } from './proxy.ts'

const MANY = { stock: 1_000_000, fullPools: true, env: { MAX_UNPAID_ORDERS: '1000' } }

test('a table locked by somebody else: 503 in time, and all is well afterwards', async () => {
  const opened = await openTestShop(MANY)
  const { shop, origin, product } = opened
  const locker = new pg.Client({ connectionString: shop.config.databaseUrl ?? '' })
  await locker.connect()
  await locker.query('begin; lock table products in access exclusive mode')
  const buyers = ordering({ origin, product }, await somePeople(shop, 20))
  await untilTold(buyers, long(60, 20))
  await locker.query('rollback')
  await locker.end()
  await untilSold(buyers)
  const answers = await buyers.stop()
  expect(answers.filter(({ status, retryAfter }) => status === 503 && !(Number(retryAfter) > 0))).toEqual([])
  expect(counted(answers, 200, 201, 503)).toBe(answers.length)
  if (isLong) expect(slowestMs(answers)).toBeLessThan(15_000)
  await expect.poll(() => takenOf(shop)).toBe(0)
  await expectNothingLost(shop, answers)
  figure('a table locked', {
    answers: answers.length,
    'told 503': counted(answers, 503),
    'slowest ms': slowestMs(answers),
  })
})

test('two hundred milliseconds more a packet make the shop slow, not wrong', async () => {
  const proxy = await openProxy(await freshDatabase())
  const opened = await openTestShop({ ...MANY, env: { ...MANY.env, DATABASE_URL: proxy.url } })
  const people = await somePeople(opened.shop, 6)
  proxy.slow(100)
  const buyers = ordering(opened, people)
  await untilSold(buyers, long(60, 12))
  const answers = await buyers.stop()
  proxy.slow(0)
  // Orders that wait for the same row of stock may be answered 503.
  expect(counted(answers, 200, 201, 503)).toBe(answers.length)
  if (isLong) expect(counted(answers, 200, 201)).toBeGreaterThan(answers.length * 0.8)
  await expectNothingLost(opened.shop, answers)
  figure('200 ms more there and back', {
    answers: answers.length,
    'told 503': counted(answers, 503),
    'slowest ms': slowestMs(answers),
  })
})

test('transactions that deadlock are tried again', async () => {
  const { shop, product } = await openTestShop()
  const other = await aProduct(shop)
  let tries = 0
  const touch = (first: string, second: string) =>
    transact(shop.db, async (tx) => {
      tries++
      await tx.execute(sql`update products set description = 'a' where id = ${first}`)
      await wait(100)
      await tx.execute(sql`update products set description = 'b' where id = ${second}`)
    })
  await Promise.all([touch(product.id, other.id), touch(other.id, product.id)])
  expect(tries).toBeGreaterThan(2)
})

test('of two statements sent together the faulty one is told of, whichever answer is heard first', async () => {
  const { shop } = await openTestShop()
  const fault = (asked: (tx: typeof shop.db) => Promise<unknown>) =>
    transact(shop.db, asked).then(
      () => 'none',
      (error: unknown) => codeOf(error),
    )
  const later = <T>(asked: Promise<T>) => asked.finally(() => wait(20))
  const byNought = sql`select 1 / 0`
  const well = sql`select 1`
  expect(await fault((tx) => together(later(tx.execute(byNought)), tx.execute(well)))).toBe('22012')
  expect(await fault((tx) => together(tx.execute(well), tx.execute(byNought)))).toBe('22012')
  expect(await fault((tx) => together(tx.execute(well), tx.execute(well)))).toBe('none')
})
