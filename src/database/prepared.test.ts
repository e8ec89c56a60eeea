import { desc, eq, sql } from 'drizzle-orm'
import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../config/log.ts'
import { freshDatabase } from '../testing/database.ts'
import { type Db, openDb, openPool, type Pool } from './db.ts'
import { prepared } from './prepared.ts'

const shelves = pgTable('shelves', {
  number: integer().primaryKey(),
  label: text(),
  filledAt: timestamp('filled_at', { withTimezone: true }),
})
const boxes = pgTable('boxes', { id: integer().primaryKey(), shelf: integer() })
const FILLED = new Date('2026-01-02T03:04:05Z')

let database: Awaited<ReturnType<typeof freshDatabase>>
let pool: Pool
let db: Db

beforeAll(async () => {
  database = await freshDatabase()
  pool = openPool(database.url, openLog('silent'))
  db = openDb(pool)
  await pool.query('create table shelves (number int primary key, label text, filled_at timestamptz)')
  await pool.query('create table boxes (id int primary key, shelf int)')
  await pool.query(`insert into shelves values (1, 'top', '2026-01-02T03:04:05Z'), (2, null, null)`)
  await pool.query('insert into boxes values (7, 1), (8, 2), (9, null)')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const above = sql`${shelves.number} >= ${sql.placeholder('least')}`

test('columns, nulls, instants and sums of a prepared statement are read as drizzle reads them', async () => {
  const ask = (to: Db) =>
    to
      .select({
        number: shelves.number,
        label: shelves.label,
        filledAt: shelves.filledAt,
        next: sql<number>`number + 1`,
      })
      .from(shelves)
      .where(above)
      .orderBy(shelves.number)
  const rows = await prepared(db, 'flat', (to, name) => ask(to).prepare(name)).execute({ least: 1 })
  expect(rows).toEqual([
    { number: 1, label: 'top', filledAt: FILLED, next: 2 },
    { number: 2, label: null, filledAt: null, next: 3 },
  ])
})

test('rows that are joined keep to their names', async () => {
  const rows = await prepared(db, 'joined', (to, name) =>
    to
      .select({ id: boxes.id, shelf: shelves })
      .from(boxes)
      .innerJoin(shelves, eq(shelves.number, boxes.shelf))
      .where(above)
      .orderBy(desc(boxes.id))
      .prepare(name),
  ).execute({ least: 1 })
  expect(rows).toEqual([
    { id: 8, shelf: { number: 2, label: null, filledAt: null } },
    { id: 7, shelf: { number: 1, label: 'top', filledAt: FILLED } },
  ])
})

test('what a join does not find is null as a whole', async () => {
  const rows = await prepared(db, 'missing', (to, name) =>
    to
      .select({ id: boxes.id, shelf: shelves })
      .from(boxes)
      .leftJoin(shelves, eq(shelves.number, boxes.shelf))
      .where(sql`${boxes.id} = ${sql.placeholder('id')}`)
      .prepare(name),
  ).execute({ id: 9 })
  expect(rows).toEqual([{ id: 9, shelf: null }])
})
