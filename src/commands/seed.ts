import { parseArgs } from 'node:util'
import { readConfig } from '../config/config.ts'
import { openLog } from '../config/log.ts'
import { StartError } from '../config/start-error.ts'
import { announceCatalogueChange } from '../database/change-notices.ts'
import { openDb, openPool } from '../database/db.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { addBuyers, addParts, inBulk, type Progress } from '../seed/bulk.ts'
import { addModels } from '../seed/bulk-models.ts'
import { addOrders } from '../seed/bulk-orders.ts'
import { addQuestions, addReviews } from '../seed/bulk-words.ts'
import { fillShelves } from '../seed/demo.ts'
import { borrowPostgres } from '../stand-ins/postgres/postgres.ts'
import { grouped } from '../wire/grouped.ts'
import { asCommand } from './as-command.ts'

const USAGE = `npm run seed -- --products 1000 [--models 200] [--users 500] [--orders 5000] [--reviews 2000] [--questions 500]

Adds made-up parts, models with what fits them, buyers, orders, reviews of parts and questions about them to the shop of
this folder, or to the one at DATABASE_URL. Orders, reviews and questions are those of added buyers, who cannot sign in; no
mail is sent.`

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

const WHAT = ['products', 'models', 'users', 'orders', 'reviews', 'questions'] as const

/** How many of each to add; throws StartError for none at all. */
function askedCounts() {
  const options = Object.fromEntries(WHAT.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  const counts = WHAT.map((name) => [name, countOf(name, values[name])] as const)
  if (counts.every(([, count]) => count === 0)) throw new StartError(USAGE)
  return Object.fromEntries(counts) as Record<(typeof WHAT)[number], number>
}

async function seed() {
  const counts = askedCounts()
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
      await addParts(bulk, { count: counts.products, at, progress: counting('Products') })
      await addModels(bulk, { count: counts.models, progress: counting('Models') })
      await addBuyers(bulk, { count: counts.users, at, progress: counting('Users') })
      await addOrders(bulk, {
        count: counts.orders,
        at,
        holdHours: config.orderHoldHours,
        progress: counting('Orders'),
      })
      await addReviews(bulk, { count: counts.reviews, at, progress: counting('Reviews') })
      await addQuestions(bulk, { count: counts.questions, at, progress: counting('Questions') })
    })
    await announceCatalogueChange(db)
  } finally {
    await pool.end()
    await postgres?.stop()
  }
}

await asCommand(seed)
