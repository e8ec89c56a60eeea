import { readConfig } from '../config/config.ts'
import { openLog } from '../config/log.ts'
import { openDb, openPool } from '../database/db.ts'
import { breachesOf, LAWS } from '../laws.ts'
import { borrowPostgres } from '../stand-ins/postgres/postgres.ts'
import { asCommand } from './as-command.ts'

/** `npm run laws`: checks every law of money, stock and orders, also beside a running shop; exit 1 on a breach. */
async function run() {
  const { databaseDirectUrl, dataDir } = readConfig(process.env)
  const log = openLog('silent')
  const postgres = databaseDirectUrl ? undefined : await borrowPostgres({ dataDir, log })
  const pool = openPool(databaseDirectUrl ?? postgres?.url ?? '', log)
  try {
    const breaches = await breachesOf(openDb(pool))
    for (const { law, says } of LAWS) {
      const breach = breaches.find((found) => found.law === law)
      process.stdout.write(`${breach ? 'BROKEN' : 'holds '}  ${law.padEnd(10)}  ${says}\n`)
      for (const row of breach?.rows ?? []) process.stdout.write(`          ${JSON.stringify(row)}\n`)
    }
    if (breaches.length > 0) process.exitCode = 1
  } finally {
    await pool.end()
    await postgres?.stop()
  }
}

await asCommand(run)
