import { and, eq, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from '../config/log.ts'
import { freshDatabase } from '../testing/database.ts'
import { type Db, openDb, openPool } from './db.ts'
import { batched, prepared } from './hot-statements.ts'

const shelves = pgTable('shelves', { number: integer().primaryKey(), label: text() })

async function openShelves() {
  const pool = openPool(await freshDatabase(), openLog('silent'))
  onTestFinished(() => pool.end())
  await pool.query(`create table shelves (number int primary key, label text)`)
  await pool.query(`insert into shelves values (1, 'top'), (2, 'top'), (3, null)`)
  return openDb(pool)
}

test('a hot statement is built once, and answers each request with its own values', async () => {
  const db = await openShelves()
  const above = vi.fn((on: Db) =>
    on
      .select()
      .from(shelves)
      .where(sql`${shelves.number} >= ${sql.placeholder('least')}`)
      .orderBy(shelves.number),
  )
  const numbers = []
  for (const least of [1, 2, 3]) {
    const rows = await prepared(db, above).execute({ least })
    numbers.push(rows.map(({ number }) => number))
  }
  expect(numbers).toEqual([[1, 2, 3], [2, 3], [3]])
  expect(above).toHaveBeenCalledTimes(1)
})

test('another filter is another statement, whichever was asked first', async () => {
  const db = await openShelves()
  const build = (on: Db, { label, isFirst }: { label?: string; isFirst?: boolean }) =>
    on
      .select({ number: shelves.number })
      .from(shelves)
      .where(and(label ? eq(shelves.label, label) : undefined, isFirst ? eq(shelves.number, 1) : undefined))
      .orderBy(shelves.number)
  const ask = async (shape: Parameters<typeof build>[1]) =>
    (await prepared(db, build, shape).execute()).map(({ number }) => number)
  const shapes = [{}, { label: 'top' }, { label: 'bottom' }, { label: 'top', isFirst: true }, { isFirst: true }]
  const answers = [[1, 2, 3], [1, 2], [], [1], [1]]
  for (let round = 0; round < 2; round++) {
    for (const [place, shape] of shapes.entries()) expect(await ask(shape)).toEqual(answers[place])
  }
})

test('two queries that differ in their text alone do not answer for each other', async () => {
  const db = await openShelves()
  const up = (on: Db) => on.select().from(shelves).orderBy(shelves.number).limit(sql.placeholder('limit'))
  const down = (on: Db) => on.select().from(shelves).orderBy(sql`number desc`).limit(sql.placeholder('limit'))
  const first = async (build: typeof up) => (await prepared(db, build).execute({ limit: 1 }))[0]?.number
  expect([await first(up), await first(down), await first(up)]).toEqual([1, 3, 1])
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what many ask in one turn is one statement, and each has the answer to their own question', async () => {
  const statements: (readonly number[])[] = []
  const doubled = batched(async (_: object, numbers: readonly number[]) => {
    statements.push(numbers)
    return numbers.map((number) => 2 * number)
  })
  const shop = {}
  expect(await Promise.all([doubled(shop, 1), doubled(shop, 2), doubled(shop, 2)])).toEqual([2, 4, 4])
  expect(statements).toEqual([[1, 2, 2]])
})

test('nothing is kept: who asks a turn later has what is true by then', async () => {
  let stock = 5
  const stockOf = batched(async (_: object, names: readonly string[]) => names.map(() => stock))
  const shop = {}
  const before = await stockOf(shop, 'fuse')
  await turn()
  stock = 4
  expect([before, await stockOf(shop, 'fuse')]).toEqual([5, 4])
})

test('a fault reaches all who asked in that turn, and nobody after it', async () => {
  let isDown = true
  const ask = batched(async (_: object, names: readonly string[]) => {
    if (isDown) throw new Error('the database is gone')
    return [...names]
  })
  const shop = {}
  const both = await Promise.allSettled([ask(shop, 'a'), ask(shop, 'b')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect(await ask(shop, 'c')).toBe('c')
})

test('two shops in one process do not answer for each other', async () => {
  const nameOf = batched(async (shop: { name: string }, places: readonly number[]) => places.map(() => shop.name))
  expect(await Promise.all([nameOf({ name: 'north' }, 1), nameOf({ name: 'south' }, 1)])).toEqual(['north', 'south'])
})
