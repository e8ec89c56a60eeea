import { expect, inject, test } from 'vitest'
import { HOUR } from '../config/clock.ts'
import { freshDatabase } from '../testing/database.ts'
import { withConnection } from './ask.ts'
import { examine } from './examine.ts'
import { finding, patient } from './open-test-patient.ts'

/** A database of its own in which something has been changed. */
async function changed(sql: string, url?: string) {
  const database = url ?? (await freshDatabase())
  await withConnection(database, (ask) => ask(sql))
  return database
}

test('a database that does not answer is told in one sentence and without its password', async () => {
  const reports = await examine(await patient({ databaseUrl: 'postgres://shop:hunter2@127.0.0.1:1/shop' }))
  const [first] = reports
  expect(first).toMatchObject({ about: 'database', state: 'wrong' })
  expect(first?.says).toMatch(/^The database at DATABASE_URL does not answer \(.*ECONNREFUSED.*\)\.$/)
  expect(reports.map(({ about }) => about)).not.toContain('database role')
})

test('the database is new enough, or is not', async () => {
  expect(await finding('database version')).toMatch(/^right: PostgreSQL 1\d\.\d/)
  const old = await freshDatabase()
  // The server stays as it is; in this database its version is asked of a function that lies.
  await changed(
    `create function current_setting(text) returns text language sql
       return case $1 when 'server_version_num' then '140012' else '14.12' end;
     do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`,
    old,
  )
  expect(await finding('database version', { databaseUrl: old })).toBe(
    'wrong: DATABASE_URL is PostgreSQL 14.12; the shop needs 15 or later.',
  )
})

test('the database is used by its owner, no superuser and no guest', async () => {
  const database = await freshDatabase()
  expect(await finding('database role', { databaseUrl: database })).toMatch(/^right: The role parts_house_shop owns/)
  const asRoot = new URL(database)
  Object.assign(asRoot, {
    username: new URL(inject('superuser')).username,
    password: new URL(inject('superuser')).password,
  })
  expect(await finding('database role', { databaseUrl: asRoot.href })).toMatch(
    /^wrong: The role parts_house is a superuser; give the shop one that owns the database shop_\w+ and nothing else\.$/,
  )
  const name = `guest_${Date.now()}`
  await changed(`create role ${name} login password 'guest-of-the-test'`, asRoot.href)
  const asGuest = new URL(database)
  Object.assign(asGuest, { username: name, password: 'guest-of-the-test' })
  expect(await finding('database role', { databaseUrl: asGuest.href })).toMatch(
    /^wrong: The role guest_\d+ does not own/,
  )
})

test('the database has its extensions, gets them, or lacks them', async () => {
  expect(await finding('extensions')).toBe('right: pg_trgm and fuzzystrmatch are there.')
  const empty = await freshDatabase('template0')
  expect(await finding('extensions', { databaseUrl: empty })).toMatch(/^idle: .* will be made by the first start\.$/)
  const lacking = await changed('drop extension fuzzystrmatch cascade')
  expect(await finding('extensions', { databaseUrl: lacking })).toMatch(/^wrong: fuzzystrmatch is missing/)
})

test('the database is migrated, waits for it, or is ahead of this build', async () => {
  expect(await finding('migrations')).toMatch(/^right: All \d+ migrations have run\.$/)
  const behind = await changed(
    'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
  )
  expect(await finding('migrations', { databaseUrl: behind })).toMatch(
    /^wrong: 1 of \d+ migrations are pending, from 00/,
  )
  const ahead = await changed("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e12)")
  expect(await finding('migrations', { databaseUrl: ahead })).toMatch(/^wrong: .* newer build/)
  expect(await finding('migrations', { databaseUrl: await freshDatabase('template0') })).toMatch(/^idle: .* empty/)
})

test('the database agrees with this machine on the time, or does not', async () => {
  expect(await finding('clock')).toMatch(/^right: .* within \d+ ms\.$/)
  const inAnHour = () => new Date(Date.now() + HOUR)
  expect(await finding('clock', { now: inAnHour })).toMatch(
    /^wrong: This machine's clock is 3600 s ahead of the database's/,
  )
})

test('a database without an archive of its WAL is told', async () => {
  expect(await finding('WAL archive')).toMatch(/^idle: The server archives no WAL/)
})
