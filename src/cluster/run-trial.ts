import pg from 'pg'
import { AGREE, tryAgreement } from './agree.ts'
import { openBuyers } from './buyers.ts'
import { ORIGIN, openCluster, until } from './cluster.ts'
import { FAULTS, RESTORE } from './faults.ts'
import { NODES } from './machines.ts'
import { openMailServer } from './mail-server.ts'
import { untilOpen } from './next-build.ts'
import { aPerson } from './people.ts'
import { openReaders } from './readers.ts'
import { keepReport, tableOf } from './report.ts'
import { booksNow, restoreTo, takeBaseBackup } from './restore.ts'
import { type Trial, type Tried, tryFault, untilSold } from './try-fault.ts'

const BUYERS = 20
const PRODUCTS = 8

const say = (line: string) => process.stdout.write(`${line}\n`)

/** The root folder with the packages, and a folder for this run. */
const [packages = '', place = '', ...names] = process.argv.slice(2)
// The cluster's processes keep the event loop alive, so the trial exits explicitly and they end with it.
process.exit(await run().catch(failed))

function failed(error: Error) {
  say(`The trial could not go on: ${error.message}`)
  return 1
}

async function run() {
  const known = [AGREE, ...FAULTS.map(({ name }) => name), RESTORE]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) throw new Error(`there is no fault ${unknown}; there are ${known.join(', ')}.`)
  return tryAll(await openTrial())
}

async function tryAll(trial: Trial) {
  const isWanted = (name: string) => names.length === 0 || names.includes(name)
  if (isWanted(RESTORE)) await takeBaseBackup(trial.cluster)
  const unlike = isWanted(AGREE) ? await tryAgreement(trial) : []
  const tried: Tried[] = []
  for (const fault of FAULTS.filter(({ name }) => isWanted(name))) {
    const one = await tryFault(fault, trial)
    tried.push(one)
    say(`${one.faults.length > 0 ? 'MISSED' : 'held  '}  ${fault.name.padEnd(12)} ${fault.says}`)
    say(`        ${JSON.stringify(one.figures)}`)
    for (const sentence of one.faults.slice(0, 10)) say(`        ${sentence}`)
  }
  const wrong = isWanted(RESTORE) ? await tryRestore(trial) : []
  const restored = `to a chosen second from base backup and WAL archive: ${wrong.join('; ') || 'every law holds, and the books are those of that second'}.`
  const agreed = `what is written at one node is read at the others, and followed through HAProxy: ${unlike.join('; ') || 'own things at once, events, pages and searches within a second'}.`
  say(`\n${tableOf(tried)}\n`)
  if (isWanted(AGREE)) say(`Nodes ${AGREE}, ${agreed}`)
  if (isWanted(RESTORE)) say(`Restored ${restored}`)
  keepReport(tried, { ...(isWanted(AGREE) && { [AGREE]: agreed }), ...(isWanted(RESTORE) && { [RESTORE]: restored }) })
  return wrong.length + unlike.length > 0 || tried.some(({ faults }) => faults.length > 0) ? 1 : 0
}

/** Orders continue after the chosen second, so that the restore has something to leave out. */
async function tryRestore({ cluster, pool, buyers }: Trial) {
  await untilSold(buyers, 40)
  await buyers.pause()
  const books = await booksNow(pool)
  buyers.resume()
  await untilSold(buyers, 40)
  await buyers.pause()
  const wrong = await restoreTo(cluster, pool, books)
  buyers.resume()
  return wrong
}

async function openTrial(): Promise<Trial> {
  const mails = await openMailServer()
  const cluster = await openCluster(packages, place)
  for (const name of NODES) {
    cluster.shop(name)
    await untilOpen(name)
  }
  await until(async () => (await fetch(`${ORIGIN}/livez`)).ok, 10_000, 'HAProxy found no node.')
  const pool = new pg.Pool({ connectionString: cluster.url, max: 4 })
  pool.on('error', () => undefined)
  const people = await Promise.all(Array.from({ length: BUYERS }, (_, index) => aPerson(pool, index)))
  const buyers = openBuyers(people, await productsToBuy(pool))
  say(`A cluster of three databases, two poolers and three nodes is up; the primary is ${await cluster.primary()}.`)
  return { cluster, pool, buyers, readers: openReaders(people), mails }
}

/** Products with enough stock for all buyers. */
async function productsToBuy(pool: pg.Pool) {
  const { rows } = await pool.query(
    `with chosen as (update products set stock = stock + 5000000
        where id in (select id from products order by id limit $1)
        returning id, name, unit_price_cents, min_order),
      moved as (insert into stock_movements (id, product_id, quantity, reason, at)
        select gen_random_uuid(), id, 5000000, 'initial', now() from chosen)
     select id, name, unit_price_cents as "unitPriceCents", min_order as "minOrder" from chosen`,
    [PRODUCTS],
  )
  return rows
}
