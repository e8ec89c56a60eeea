import { wordsSince } from '../backup/go-on-since.ts'
import { readBackup } from '../backup/read-backup.ts'
import { readConfig } from '../config/config.ts'
import { openLog } from '../config/log.ts'
import { StartError } from '../config/start-error.ts'
import { openPool } from '../database/db.ts'
import { makeJobs, openJobs } from '../database/jobs.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { borrowPostgres } from '../stand-ins/postgres/postgres.ts'
import { asCommand } from './as-command.ts'

/** `npm run restore -- FILE`: fills an empty database with a backup, all or nothing. */
async function run(file: string | undefined) {
  if (!file) throw new StartError('Give the file of a backup: npm run restore -- FILE')
  const { databaseDirectUrl, dataDir } = readConfig(process.env)
  const log = openLog('silent')
  const postgres = databaseDirectUrl ? undefined : await borrowPostgres({ dataDir, log })
  const url = databaseDirectUrl ?? postgres?.url ?? ''
  try {
    await makeTables(url)
    const { at, tables } = await readBackup(url, file)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(`Restored ${rows} rows of ${tables.length} tables, as they were at ${at}.\n`)
    process.stdout.write(wordsSince(at))
  } finally {
    await postgres?.stop()
  }
}

async function makeTables(url: string) {
  const log = openLog('silent')
  const pool = openPool(url, log)
  try {
    await migrateDatabase(pool)
    await (await openJobs(makeJobs(pool, log))).stop({ graceful: false })
  } finally {
    await pool.end()
  }
}

await asCommand(() => run(process.argv[2]))
