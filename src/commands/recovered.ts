import pg from 'pg'
import { goOnSince, wordsSince } from '../backup/go-on-since.ts'
import { readConfig } from '../config/config.ts'
import { openLog } from '../config/log.ts'
import { StartError } from '../config/start-error.ts'
import { borrowPostgres } from '../stand-ins/postgres/postgres.ts'
import { asCommand } from './as-command.ts'
import { recoveryTime } from './recovery-time.ts'

/** `npm run recovered -- TIME`: after PostgreSQL has gone back to that time by its WAL, and before the shop starts. */
async function run(time: string) {
  const at = recoveryTime(time, new Date())
  if (!at)
    throw new StartError("Give the time that PostgreSQL went back to: npm run recovered -- '2026-11-22 21:30:00+00'")
  const { databaseDirectUrl, dataDir } = readConfig(process.env)
  const postgres = databaseDirectUrl ? undefined : await borrowPostgres({ dataDir, log: openLog('silent') })
  const client = new pg.Client({ connectionString: databaseDirectUrl ?? postgres?.url })
  try {
    await client.connect()
    await client.query('begin')
    await goOnSince(client, at.toISOString())
    await client.query('commit')
    process.stdout.write(wordsSince(at.toISOString()))
  } finally {
    await client.end()
    await postgres?.stop()
  }
}

await asCommand(() => run(process.argv.slice(2).join(' ')))
