import { appendFileSync, chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openDb } from '../database/db.ts'
import { breachesOf } from '../laws.ts'
import { type Cluster, until } from './cluster.ts'

const BIN = '/usr/lib/postgresql/17/bin'
const DATA = '/var/lib/postgresql/parts-house/data'
const POSTGRES = 'postgres:postgres'
const WITHIN = 120_000

/** Takes a base backup of the cluster to the spare machine, as a nightly job does. */
export async function takeBaseBackup({ at, secret }: Cluster) {
  const args = ['-h', 'front', '-p', '5000', '-U', 'replicator', '-D', DATA, '-X', 'stream', '-c', 'fast']
  const spare = at('spare')
  const backup = spare.start('basebackup', {
    program: `${BIN}/pg_basebackup`,
    args,
    user: POSTGRES,
    env: { PGPASSWORD: secret },
  })
  await until(async () => backup.exitCode !== null, WITHIN, 'The base backup did not end.')
  if (backup.exitCode !== 0) throw new Error('The base backup failed.')
}

/** Every order line with its state, and the database's time at which that was read. */
export async function booksNow(pool: pg.Pool) {
  const { rows } = await pool.query<{ at: string }>('select clock_timestamp()::text as at')
  return { at: rows[0]?.at ?? '', lines: await linesIn(pool) }
}

async function linesIn(pool: pg.Pool) {
  const { rows } = await pool.query<{ line: string }>("select id || ' ' || status as line from order_lines order by id")
  return rows.map(({ line }) => line)
}

/**
 * Restores the spare machine to the time of `books` from the base backup and the WAL archive; answers the differences.
 */
export async function restoreTo(cluster: Cluster, pool: pg.Pool, books: Awaited<ReturnType<typeof booksNow>>) {
  await untilArchived(cluster)
  const spare = cluster.at('spare')
  const data = join(spare.root, DATA)
  const { uid, gid } = statSync(data)
  appendFileSync(
    join(data, 'postgresql.auto.conf'),
    `restore_command = 'cp /var/lib/parts-house/archive/%f %p'
recovery_target_time = '${books.at}'
recovery_target_action = 'promote'
archive_mode = 'off'
synchronous_standby_names = ''
`,
  )
  writeFileSync(join(data, 'recovery.signal'), '')
  chownSync(join(data, 'recovery.signal'), uid, gid)
  spare.start('postgres', { program: `${BIN}/postgres`, args: ['-D', DATA], user: POSTGRES })
  const restored = new pg.Pool({ connectionString: cluster.url.replace('front:5000', 'spare:5432'), max: 2 })
  restored.on('error', () => undefined)
  try {
    const isOpen = async () => !(await restored.query('select pg_is_in_recovery() as yes')).rows[0].yes
    await until(isOpen, WITHIN, 'The restored database did not open.')
    const breaches = await breachesOf(openDb(restored))
    const lines = await linesIn(restored)
    const isSame = lines.length === books.lines.length && lines.every((line, index) => line === books.lines[index])
    return [
      ...breaches.map(({ law, says }) => `restored, law ${law} (${says}) is broken`),
      ...(isSame ? [] : [`restored are ${lines.length} lines, and ${books.lines.length} were there`]),
      ...((await linesIn(pool)).length > lines.length ? [] : ['nothing was sold after the chosen second']),
    ]
  } finally {
    await restored.end()
    await spare.stop('postgres', 'SIGINT')
  }
}

/** Waits until the WAL written so far is in the archive. */
async function untilArchived({ secret }: Cluster) {
  const admin = new pg.Pool({ connectionString: `postgres://postgres:${secret}@front:5000/postgres`, max: 1 })
  try {
    const { rows } = await admin.query('select pg_walfile_name(pg_current_wal_lsn()) as file, pg_switch_wal()')
    const { file } = rows[0]
    const isThere = async () => {
      const { rows: found } = await admin.query('select last_archived_wal >= $1 as yes from pg_stat_archiver', [file])
      return found[0].yes === true
    }
    await until(isThere, WITHIN, 'The WAL was not archived.')
  } finally {
    await admin.end()
  }
}
