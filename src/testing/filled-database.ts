import pg from 'pg'
import { inject } from 'vitest'
import { aBuiltShop } from './built-shop.ts'
import { freshDatabase } from './database.ts'

const FILLED = 'parts_house_filled'
const FILLING_LOCK = 7_268_104

/** The address of a fresh database that holds what a first start of the built shop leaves: the catalogue and its accounts. */
export async function filledDatabase() {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  try {
    // One file of the run fills the template, and the others wait for it.
    await client.query('select pg_advisory_lock($1)', [FILLING_LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [FILLED])
    if (!rowCount) await client.query(`alter database ${await fill()} rename to ${FILLED}`)
  } finally {
    await client.end()
  }
  return freshDatabase(FILLED)
}

/** Answers the name of the filled database, which has no connection any more. */
async function fill() {
  const url = await freshDatabase()
  const shop = await aBuiltShop({ env: { DATABASE_URL: url } })
  await shop.start()
  await shop.close()
  return new URL(url).pathname.slice(1)
}
