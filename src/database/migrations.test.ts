import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../config/log.ts'
import { StartError } from '../config/start-error.ts'
import { freshDatabase } from '../testing/database.ts'
import { openPool } from './db.ts'
import { migrateDatabase } from './migrate.ts'

test('the migrations make exactly the tables that the code names', async () => {
  const files = globSync('src/**/*table.server.ts')
  const modules = await Promise.all(files.map((file) => import(/* @vite-ignore */ resolve(file))))
  const newest = globSync('migrations/meta/*_snapshot.json').toSorted().at(-1) ?? ''
  const made = JSON.parse(readFileSync(newest, 'utf8'))
  const named = generateDrizzleJson(Object.assign({}, ...modules), made.id, undefined, undefined)
  expect(files.length).toBeGreaterThan(8)
  expect(await generateMigration(made, named)).toEqual([])
})

test('a start on tables that are up to date waits for nobody who holds the lock of migrations', async () => {
  const pool = openPool(await freshDatabase(), openLog('silent'))
  onTestFinished(() => pool.end())
  const other = await pool.connect()
  await other.query('select pg_advisory_lock(7268001)')
  await expect(migrateDatabase(pool)).resolves.toBeUndefined()
  other.release(true)
})

test('tables that cannot be brought up to date end the start with PostgreSQL’s reason', async () => {
  const pool = openPool(await freshDatabase('template0'), openLog('silent'))
  onTestFinished(() => pool.end())
  await pool.query('create table products ()')
  await expect(migrateDatabase(pool)).rejects.toThrow(
    new StartError('The tables of the database cannot be brought up to date (relation "products" already exists).'),
  )
})
