import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '../config/log.ts'
import { freshDatabase } from '../testing/database.ts'
import { openDb, openPool, type Pool } from './db.ts'

let pool: Pool
let client: PoolClient

beforeAll(async () => {
  pool = openPool(await freshDatabase(), openLog('silent'))
  client = await pool.connect()
  await client.query('create table shelves (number int primary key, label text, filled_at timestamptz)')
})
afterAll(async () => {
  client.release()
  await pool.end()
})

const INSERT = 'insert into shelves values ($1, $2, $3) returning number, label'

/** How often the statement that a connection keeps planned under a name has been run, undefined when it keeps none. */
async function runsOf(text: string): Promise<number | undefined> {
  const { rows } = await client.query(
    'select statement, generic_plans + custom_plans as runs from pg_prepared_statements',
  )
  return rows.find(({ statement }) => statement === text)?.runs
}

test('a statement with parameters is planned once a connection, and its rows are read the same ever after', async () => {
  const rows = []
  for (const number of [1, 2, 3]) rows.push((await client.query(INSERT, [number, `shelf ${number}`, null])).rows[0])
  expect(rows).toEqual([1, 2, 3].map((number) => ({ number, label: `shelf ${number}` })))
  expect(await runsOf(INSERT)).toBe(3)
})

test('a search is planned for its words each time, and a statement without parameters is not kept', async () => {
  const search = 'select number from shelves where label ilike $1'
  const all = 'select number from shelves'
  expect((await client.query(search, ['%shelf 2%'])).rows).toEqual([{ number: 2 }])
  expect((await client.query(all)).rowCount).toBe(3)
  expect([await runsOf(search), await runsOf(all)]).toEqual([undefined, undefined])
})

test('a connection that is cut off while somebody holds it does not end the process', async () => {
  const held = await pool.connect()
  const ended = new Promise<void>((resolve) => held.once('end', resolve))
  const { rows } = await held.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await ended
  await expect(held.query('select 1')).rejects.toThrow('not queryable')
  held.release(true)
})

test('a statement that was refused once is read like any other afterwards', async () => {
  const named = { name: 'fill', text: `${INSERT}, filled_at`, values: [4, 'shelf 4', '2026-01-02T03:04:05Z'] }
  await client.query('insert into shelves values (4)')
  await expect(client.query(named)).rejects.toMatchObject({ code: '23505' })
  await client.query('delete from shelves where number = 4')
  const { rows } = await client.query(named)
  expect(rows).toEqual([{ number: 4, label: 'shelf 4', filled_at: new Date('2026-01-02T03:04:05Z') }])
})

test('a statement without rows says how many it changed, each time', async () => {
  const change = () => client.query('update shelves set label = label where number < $1', [3])
  expect([(await change()).rowCount, (await change()).rowCount]).toEqual([2, 2])
})

test('drizzle and the driver each read a date of one statement in their own way', async () => {
  const text = 'select $1::timestamptz as at'
  const value = '2026-01-02T03:04:05Z'
  const plain = async () => (await pool.query<{ at: unknown }>(text, [value])).rows[0]?.at
  const drizzled = async () => {
    const { rows } = await openDb(pool).execute<{ at: unknown }>(sql`select ${value}::timestamptz as at`)
    return rows[0]?.at
  }
  const read = [await plain(), await drizzled(), await plain(), await drizzled()].map((at) => typeof at)
  expect(read).toEqual(['object', 'string', 'object', 'string'])
})

test('a table that changed under a statement is an error, never a row in the wrong columns', async () => {
  const ask = () => client.query('select * from shelves where number = $1', [1])
  await ask()
  await client.query('alter table shelves drop column label')
  await expect(ask()).rejects.toMatchObject({ code: '0A000' })
})

test('many statements sent at once are each answered with their own rows', async () => {
  const asked = Array.from({ length: 50 }, (_, number) => number)
  const answers = await Promise.all(
    asked.map((number) =>
      number % 2
        ? client.query('select $1::int as odd', [number])
        : client.query('select $1::int as even, $2::text as label', [number, 'even']),
    ),
  )
  expect(answers.map(({ rows }) => rows[0])).toEqual(
    asked.map((number) => (number % 2 ? { odd: number } : { even: number, label: 'even' })),
  )
})
