import { parseArgs } from 'node:util'
import { readConfig } from '../config/config.ts'
import { openLog } from '../config/log.ts'
import { StartError } from '../config/start-error.ts'
import { announceCatalogueChange } from '../database/catalogue-changes.ts'
import { openDb, openPool } from '../database/db.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { addBuyers, addParts, inBulk, type Progress } from '../seed/bulk.ts'
import { addModels } from '../seed/bulk-models.ts'
import { addOrders } from '../seed/bulk-orders.ts'
import { fillShelves } from '../seed/demo.ts'
import { borrowPostgres } from '../stand-ins/postgres/postgres.ts'
import { grouped } from '../wire/grouped.ts'

const USAGE = `npm run seed -- --products 1000 [--models 200] [--users 500] [--orders 5000]

Adds made-up parts, models with what fits them, buyers and orders to the shop of this folder, or to the one at DATABASE_URL. Orders are
made by added buyers, who cannot sign in; no mail is sent.`

const MOST = 10_000_000

const countOf = (name: string, value: string | undefined) => {
  if (value === undefined) return 0
  const count = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (!(count <= MOST)) throw new StartError(`--${name} must be a whole number up to ${grouped(MOST)}.`)
  return count
}

/** One line that counts up, or one line a tenth where nobody watches. */
const counting = (what: string): Progress => {
  let tenth = 0
  return (done, of) => {
    const isLast = done === of
    const line = `${what}: ${grouped(done)} of ${grouped(of)}`
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${isLast ? '\n' : ''}`)
    else if (isLast || Math.floor((10 * done) / of) > tenth) process.stdout.write(`${line}\n`)
    tenth = Math.floor((10 * done) / of)
  }
}

async function seed() {
  const options = {
    products: { type: 'string' },
    models: { type: 'string' },
    users: { type: 'string' },
    orders: { type: 'string' },
  } as const
  const { values } = parseArgs({ options })
  const products = countOf('products', values.products)
  const models = countOf('models', values.models)
  const users = countOf('users', values.users)
  const orders = countOf('orders', values.orders)
  if (products + models + users + orders === 0) throw new StartError(USAGE)
  const config = readConfig(process.env)
  const log = openLog('silent')
  const postgres = config.databaseDirectUrl ? undefined : await borrowPostgres({ dataDir: config.dataDir, log })
  const pool = openPool(config.databaseDirectUrl ?? postgres?.url ?? '', log)
  try {
    await migrateDatabase(pool)
    const at = new Date()
    const db = openDb(pool)
    await fillShelves(db, at)
    await inBulk(pool, async (bulk) => {
      await addParts(bulk, { count: products, at, progress: counting('Products') })
      await addModels(bulk, { count: models, progress: counting('Models') })
      await addBuyers(bulk, { count: users, at, progress: counting('Users') })
      await addOrders(bulk, { count: orders, at, holdHours: config.orderHoldHours, progress: counting('Orders') })
    })
    await announceCatalogueChange(db)
  } finally {
    await pool.end()
    await postgres?.stop()
  }
}

try {
  await seed()
} catch (error) {
  const isPlain = error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${isPlain ? (error as Error).message : (error as Error).stack}\n`)
  process.exitCode = 1
}
