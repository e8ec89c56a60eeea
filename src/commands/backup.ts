import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { writeBackup } from '../backup/write-backup.ts'
import { readConfig } from '../config/config.ts'
import { openLog } from '../config/log.ts'
import { borrowPostgres } from '../stand-ins/postgres/postgres.ts'
import { asCommand } from './as-command.ts'

/** `npm run backup [-- FILE]`: all that the shop knows, as it is at one instant, also while it works. */
async function run(given: string | undefined) {
  const { databaseDirectUrl, dataDir } = readConfig(process.env)
  const at = new Date()
  const name = `${at.toISOString().replace(/[-:]|\.\d+/g, '')}.backup.gz`
  const file = resolve(given ?? join(dataDir, 'backups', name))
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const postgres = databaseDirectUrl ? undefined : await borrowPostgres({ dataDir, log: openLog('silent') })
  try {
    const { tables } = await writeBackup(databaseDirectUrl ?? postgres?.url ?? '', file, at)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    process.stdout.write(`${file}: ${rows} rows of ${tables.length} tables.\n`)
    process.stdout.write('Keep AUTH_SECRET with it: mails that wait to be sent are sealed with it.\n')
  } finally {
    await postgres?.stop()
  }
}

await asCommand(() => run(process.argv[2]))
