import { makeAdmin } from '../accounts/change-role.ts'
import { Email } from '../accounts/contract.ts'
import { readConfig } from '../config/config.ts'
import { openLog } from '../config/log.ts'
import { StartError } from '../config/start-error.ts'
import { openDb, openPool } from '../database/db.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { borrowPostgres } from '../stand-ins/postgres/postgres.ts'
import { asCommand } from './as-command.ts'

/** `npm run make-admin -- EMAIL`: gives somebody who has registered the role admin, also beside a running shop. */
async function run(argument: string | undefined) {
  const email = Email.safeParse(argument ?? '')
  if (!email.success)
    throw new StartError('Give the e-mail of somebody who has registered: npm run make-admin -- EMAIL')
  const { databaseDirectUrl, dataDir } = readConfig(process.env)
  const log = openLog('silent')
  const postgres = databaseDirectUrl ? undefined : await borrowPostgres({ dataDir, log })
  const pool = openPool(databaseDirectUrl ?? postgres?.url ?? '', log)
  try {
    await migrateDatabase(pool)
    const { name } = await makeAdmin({ db: openDb(pool), clock: { now: () => new Date() } }, email.data)
    process.stdout.write(`${name} (${email.data}) is an admin.\n`)
  } finally {
    await pool.end()
    await postgres?.stop()
  }
}

await asCommand(() => run(process.argv[2]))
