import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { SECOND } from '../config/clock.ts'
import { StartError } from '../config/start-error.ts'
import { LIMITS, type Pool, withCode } from './db.ts'

export const OLDEST_POSTGRES = 15
const MIGRATIONS = resolve('migrations')
const MIGRATION_LOCK = 7_268_001
const ROLE_LOCK = 7_268_006
const LONG = 600 * SECOND

/** A connection, not open yet, for statements that outlast the pool's timeouts: migrations, filling in bulk. */
export function aPatientClient({ options }: Pool): pg.Client {
  const client = new pg.Client({ ...options, query_timeout: LONG, statement_timeout: LONG })
  client.on('error', () => undefined)
  return client
}

/**
 * Brings the schema up to date, one node at a time; `pool` is behind no pooler. Throws StartError, which names the
 * setting of its address, when the database cannot be used.
 */
export async function migrateDatabase(pool: Pool, setting = 'DATABASE_URL') {
  if (await isMigrated(pool, setting)) return
  const client = aPatientClient(pool)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS }).catch((error: Error) => {
      const { message } = withCode(error) ?? error
      throw new StartError(`The tables of the database cannot be brought up to date (${message}).`, { cause: error })
    })
  } finally {
    // Ends the session, which gives the advisory lock back.
    await client.end()
  }
}

/** The migrations that this build knows, the oldest first. */
export function readJournal(): { tag: string; when: number }[] {
  return JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8')).entries
}

/** Whether the newest migration has run; its row is written in one transaction with its changes. */
async function isMigrated(pool: Pool, setting: string) {
  const client = await pool.connect().catch((error: Error) => {
    throw new StartError(`The database at ${setting} does not answer (${error.message}).`)
  })
  try {
    const { rows } = await client.query<{ version: number; known: boolean }>(
      `select current_setting('server_version_num')::int as version,
              to_regclass('drizzle.__drizzle_migrations') is not null as known`,
    )
    const { version = 0, known = false } = rows[0] ?? {}
    if (version < OLDEST_POSTGRES * 10_000) {
      const major = Math.floor(version / 10_000)
      throw new StartError(`${setting} is PostgreSQL ${major}; the shop needs ${OLDEST_POSTGRES} or later.`)
    }
    if (!known) return false
    const newest = await client.query<{ at: number }>('select max(created_at) as at from drizzle.__drizzle_migrations')
    return Number(newest.rows[0]?.at) >= (readJournal().at(-1)?.when ?? 0)
  } finally {
    client.release()
  }
}

/** Gives the time limits of statements to the role of a pooled connection, unless it has its own in this database. */
export async function limitRole(pool: Pool) {
  const client = await pool.connect()
  let isOlder = true
  try {
    const { rows } = await client.query<{ all: boolean }>(
      `select count(*) = ${Object.keys(LIMITS).length} as all
       from pg_db_role_setting, unnest(setconfig) as setting
       where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())
         and split_part(setting, '=', 1) in (${Object.keys(LIMITS).map((name) => `'${name}'`)})`,
    )
    isOlder = !rows[0]?.all
    if (isOlder) await client.query(LIMIT_ROLE)
  } finally {
    // A session that is older than the limits of its role does not have them.
    client.release(isOlder)
  }
}

/** Two nodes that change one role at once would fail without the lock. */
const LIMIT_ROLE = `do $$ begin perform pg_advisory_xact_lock(${ROLE_LOCK}); ${Object.entries(LIMITS)
  .map(
    ([name, ms]) => `execute format('alter role current_user in database %I set ${name} = ${ms}', current_database());`,
  )
  .join(' ')} end $$`
