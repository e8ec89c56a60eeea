import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openLog } from '../config/log.ts'
import { openPool } from '../database/db.ts'
import { makeJobs, openJobs } from '../database/jobs.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { findHome, SHOP_ROLE, superuserUrlOf } from '../stand-ins/postgres/home.ts'
import { startPostgres } from '../stand-ins/postgres/postgres.ts'

const TEMPLATE = 'parts_house_template'
/** Where Linux has a file system in memory. */
const MEMORY = '/dev/shm'
/** Bytes; the databases of a run took 1.7 GB. */
const ENOUGH = 4 * 1024 ** 3

/** A test's database has 700 files, which a disk with other work makes slowly. */
async function folderInMemory(): Promise<string | undefined> {
  const space = await statfs(MEMORY).catch(() => undefined)
  return space && space.bavail * space.bsize > ENOUGH ? MEMORY : undefined
}

/** One real PostgreSQL for the whole run; each test shop is a copy of one migrated database in it. */
export default async function setup(project: TestProject) {
  const log = openLog('silent')
  const memory = await folderInMemory()
  const dataDir = await mkdtemp(join(memory ?? tmpdir(), 'parts-house-test-'))
  const postgres = await startPostgres({ dataDir, log })
  const password = findHome(dataDir)?.password ?? ''
  const superuser = superuserUrlOf(password, Number(new URL(postgres.url).port))
  const client = new pg.Client({ connectionString: superuser })
  await client.connect()
  // These databases need not survive a power cut, and a checkpoint for each would be most of the run.
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum']) {
    await client.query(`alter system set ${setting} = off`)
  }
  await client.query('select pg_reload_conf()')
  // What tests need beyond a shop: databases of their own, and rows that break a law.
  await client.query(`alter role ${SHOP_ROLE} createdb`)
  await client.query(`grant set on parameter session_replication_role to ${SHOP_ROLE}`)
  await client.query(`create database ${TEMPLATE} owner ${SHOP_ROLE}`)
  await client.end()
  const url = new URL(postgres.url)
  url.pathname = `/${TEMPLATE}`
  const pool = openPool(url.href, log)
  await migrateDatabase(pool)
  await (await openJobs(makeJobs(pool, log))).stop({ graceful: false })
  await pool.end()
  project.provide('postgres', postgres.url)
  project.provide('superuser', superuser)
  project.provide('template', TEMPLATE)
  project.provide('isInMemory', Boolean(memory))
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
    /** The same server, for what a shop's role may not do. */
    superuser: string
    /** The migrated database of which a test's is a copy. */
    template: string
    isInMemory: boolean
  }
}
