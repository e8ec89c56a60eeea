import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../config/log.ts'
import { sharedByFile } from '../../testing/shared-by-file.ts'
import { superuserUrlOf } from './home.ts'
import { borrowPostgres, startPostgres } from './postgres.ts'
import { isGone } from './processes.ts'

const log = openLog('silent')
let dataDir = ''
const shops: ChildProcess[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'parts-house-postgres-'))
})

afterEach(async () => {
  for (const shop of shops.splice(0)) shop.kill('SIGKILL')
  const left = postmaster()
  if (left) process.kill(left, 'SIGINT')
  if (left) await isGone(left, 5000)
  rmSync(dataDir, { recursive: true, force: true })
})

const made = sharedByFile(async (onEnd) => {
  const folder = mkdtempSync(join(tmpdir(), 'parts-house-made-'))
  onEnd(async () => rmSync(folder, { recursive: true, force: true }))
  await (await startPostgres({ dataDir: folder, log })).stop()
  return folder
})

/** Leaves the folder as an earlier start has, which takes less than to make a database. */
const fillFolder = async () => execFileSync('cp', ['-a', `${await made()}/.`, dataDir])

async function ask<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql).finally(() => client.end())
  return rows as T[]
}

/** A shop in a process of its own, which can be killed. */
async function otherShop() {
  if (readdirSync(dataDir).length === 0) await fillFolder()
  const program = `
    import { borrowPostgres, startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
    import { openLog } from ${JSON.stringify(new URL('../../config/log.ts', import.meta.url).href)}
    const { url, pid } = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: openLog('silent') })
    console.log(JSON.stringify({ url, pid }))
    setInterval(() => {}, 1000)`
  const shop = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  shops.push(shop)
  const [line] = (await once(shop.stdout, 'data')) as [Buffer]
  return { shop, ...(JSON.parse(line.toString()) as { url: string; pid: number }) }
}

async function kill(shop: ChildProcess, ...servers: number[]) {
  for (const pid of servers) process.kill(pid, 'SIGKILL')
  shop.kill('SIGKILL')
  await once(shop, 'exit')
}

function postmaster() {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return undefined
  }
}

test('rows outlive a clean stop, and nothing is left running', async () => {
  const first = await startPostgres({ dataDir, log })
  await ask(first.url, 'create table parts as select 7 as number')
  await first.stop()
  expect(await isGone(first.pid, 0)).toBe(true)
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])

  const second = await startPostgres({ dataDir, log })
  expect(await ask(second.url, 'select number from parts')).toEqual([{ number: 7 }])
  await second.stop()
})

test('it is PostgreSQL 18 in UTF-8 that survives a power cut and knows case beyond ASCII', async () => {
  const { url, stop } = await startPostgres({ dataDir, log })
  const names = ['server_version_num', 'server_encoding', 'fsync', 'synchronous_commit', 'data_checksums']
  const sql = `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}, lower('ÄÖ') as lower`
  const [row] = await ask<Record<string, string>>(url, sql)
  expect(row).toMatchObject({ server_encoding: 'UTF8', fsync: 'on', synchronous_commit: 'on', lower: 'äö' })
  expect(row?.server_version_num).toMatch(/^18/)
  const wrong = url.replace(/:[^:@]+@/, ':guess@')
  await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed')
  expect(statSync(join(dataDir, 'postgres/password')).mode & 0o777).toBe(0o600)
  await stop()
})

test('the shop’s role owns its database, and may do nothing to the machine or to other roles', async () => {
  await fillFolder()
  const { url, stop } = await startPostgres({ dataDir, log })
  expect(
    await ask(url, 'select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user'),
  ).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false }])
  await ask(url, 'create extension pg_trgm; create schema jobs; create table jobs.job (id int)')
  const seen = join(dataDir, 'seen')
  for (const forbidden of [
    `copy (select 1) to program 'touch ${seen}'`,
    `copy (select 1) to '${seen}'`,
    `create table stolen (line text); copy stolen from '/etc/passwd'`,
    "select pg_read_file('postgresql.conf')",
    'select rolpassword from pg_authid',
    'create role thief superuser',
    'alter role current_user superuser',
    'set role parts_house',
    "alter system set log_statement = 'all'",
  ])
    await expect(ask(url, forbidden), forbidden).rejects.toThrow(/permission denied/)
  expect(readdirSync(dataDir)).not.toContain('seen')
  await stop()
})

test('what a build without that role left behind becomes its own, with every row', async () => {
  await fillFolder()
  const before = await startPostgres({ dataDir, log })
  const { port } = new URL(before.url)
  const superuser = superuserUrlOf(readFileSync(join(dataDir, 'postgres/password'), 'utf8'), Number(port))
  await ask(
    superuser,
    `alter database postgres owner to parts_house; drop role parts_house_shop;
    create extension pg_trgm; create schema jobs; create type jobs.state as enum ('new', 'done');
    create table parts (id int generated always as identity primary key, old serial, name text not null);
    create index on parts using gin (name gin_trgm_ops); create sequence numbers;
    create table jobs.job (state jobs.state, at int) partition by list (state);
    create table jobs.job_done partition of jobs.job for values in ('done');
    create view names as select name from parts;
    create function hello() returns trigger language plpgsql as 'begin return new; end';
    create trigger greets before update on parts for each row execute function hello();
    insert into parts (name) values ('Fan'); insert into jobs.job values ('done', 7)`,
  )
  rmSync(join(dataDir, 'postgres/shop-role'))
  await before.stop()

  const after = await startPostgres({ dataDir, log })
  expect(await ask(after.url, 'select name, at from names, jobs.job')).toEqual([{ name: 'Fan', at: 7 }])
  await ask(
    after.url,
    `insert into parts (name) values ('Gasket'); select nextval('numbers');
    alter table parts add column note text; alter table jobs.job add column note text`,
  )
  await ask(after.url, "alter type jobs.state add value 'late'")
  await ask(after.url, 'create or replace view names as select name, id from parts')
  await ask(
    after.url,
    'drop trigger greets on parts; drop function hello; drop schema jobs cascade; drop table parts cascade',
  )
  await after.stop()
})

test('a second shop in the folder is refused with the first one’s process id', async () => {
  const { shop } = await otherShop()
  await expect(startPostgres({ dataDir, log })).rejects.toThrow(`in use by the shop with process id ${shop.pid};`)
})

test('a command beside a running shop borrows its database and leaves it running; alone, it starts and stops it', async () => {
  await fillFolder()
  const alone = await borrowPostgres({ dataDir, log })
  await ask(alone.url, 'create table parts as select 7 as number')
  await alone.stop()
  expect(postmaster()).toBeUndefined()

  const { pid } = await otherShop()
  const beside = await borrowPostgres({ dataDir, log })
  expect(await ask(beside.url, 'select number from parts')).toEqual([{ number: 7 }])
  await beside.stop()
  expect(await isGone(pid, 0)).toBe(false)
})

test('a shop that is told to stop while it starts takes its database along', async () => {
  const told = await otherShop()
  told.shop.kill('SIGTERM')
  expect(await once(told.shop, 'exit')).toEqual([143, null])
  expect(await isGone(told.pid, 5000)).toBe(true)
  expect(readdirSync(dataDir)).not.toContain('shop.lock')
})

test('the database that a killed shop left running is adopted with its rows, and stopped in the end', async () => {
  const killed = await otherShop()
  await ask(killed.url, 'create table parts as select 7 as number')
  await kill(killed.shop)
  const next = await startPostgres({ dataDir, log })
  expect(next.pid).toBe(killed.pid)
  expect(await ask(next.url, 'select number from parts')).toEqual([{ number: 7 }])
  await next.stop()
  expect(await isGone(killed.pid, 0)).toBe(true)
})

test('when shop and database are killed, nothing acknowledged is lost', async () => {
  const killed = await otherShop()
  await ask(killed.url, 'create table parts as select 7 as number')
  await kill(killed.shop, killed.pid)
  const next = await startPostgres({ dataDir, log })
  expect(await ask(next.url, 'select number from parts')).toEqual([{ number: 7 }])
  await next.stop()
})

test('a database that dies while its shop lives comes back under the same address', async () => {
  await fillFolder()
  const server = await startPostgres({ dataDir, log })
  const before = server.pid
  process.kill(before, 'SIGKILL')
  await expect.poll(() => ask(server.url, 'select 1 as one').catch(() => [])).toEqual([{ one: 1 }])
  expect(server.pid).not.toBe(before)
  await server.stop()
})

test('a database that hangs is replaced', async () => {
  const killed = await otherShop()
  await kill(killed.shop)
  process.kill(killed.pid, 'SIGSTOP')
  const next = await startPostgres({ dataDir, log })
  expect(next.pid).not.toBe(killed.pid)
  await next.stop()
})

test('a start that fails once its database answers leaves none running', async () => {
  await fillFolder()
  const done = join(dataDir, 'postgres/shop-role')
  rmSync(done)
  symlinkSync(join(dataDir, 'missing/shop-role'), done)
  await expect(startPostgres({ dataDir, log })).rejects.toThrow('cannot be read and written (ENOENT)')
  expect(postmaster()).toBeUndefined()
})

test('a process id that belongs to a stranger by now is left alone', async () => {
  await fillFolder()
  const stranger = spawn('sleep', ['60'])
  const file = join(dataDir, 'postgres/data/postmaster.pid')
  writeFileSync(file, `${stranger.pid}\n${dataDir}/postgres/data\n0\n1\n\n127.0.0.1\n0 0\nready\n`, { mode: 0o600 })
  const next = await startPostgres({ dataDir, log })
  await next.stop()
  expect(stranger.exitCode).toBeNull()
  stranger.kill()
})

test('a pid file that a full disk left empty is no obstacle', async () => {
  await fillFolder()
  writeFileSync(join(dataDir, 'postgres/data/postmaster.pid'), '')
  await (await startPostgres({ dataDir, log })).stop()
})

test('a start that was killed while it made the folder leaves nothing in the way', async () => {
  mkdirSync(join(dataDir, 'postgres.new-1/data/base'), { recursive: true })
  const { stop } = await startPostgres({ dataDir, log })
  await stop()
  expect(readdirSync(dataDir)).not.toContain('postgres.new-1')
})

test('a folder that cannot be used, or is of another PostgreSQL, stops the start with a sentence', async () => {
  await expect(startPostgres({ dataDir: '/dev/null/shop', log })).rejects.toThrow(/^DATA_DIR .* cannot be read/)
  mkdirSync(join(dataDir, 'postgres/data'), { recursive: true })
  await expect(startPostgres({ dataDir, log })).rejects.toThrow(/^DATA_DIR .* cannot be read/)
  writeFileSync(join(dataDir, 'postgres/data/PG_VERSION'), '17\n')
  await expect(startPostgres({ dataDir, log })).rejects.toThrow(/holds a database of PostgreSQL 17/)
})
