import type { Hashing } from '../accounts/identity/hashing.ts'
import { openAuth } from '../accounts/identity/open-identity.ts'
import { announceStock } from '../alerts/stock-alerts.ts'
import { workOnAlerts } from '../alerts/workers.ts'
import { takeOutOrdered } from '../carts/carts.ts'
import type { Clock } from '../config/clock.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { openDb, openPool } from '../database/db.ts'
import { makeJobs, onRound, openJobs } from '../database/jobs.ts'
import { limitRole, migrateDatabase } from '../database/migrate.ts'
import { Reads } from '../database/replicas.ts'
import { shareConnection } from '../database/shared-connection.ts'
import { endListLinks } from '../lists/saved-lists.ts'
import { trustOrdersOf } from '../orders/holds.ts'
import { OrderStreams } from '../orders/order-streams.ts'
import { shelfOf } from '../orders/shelf-of.ts'
import { workOnLeavers } from '../orders/when-buyer-leaves.ts'
import { workOnPayments } from '../payments/workers.ts'
import { takeOfBudget } from '../post/budget.ts'
import { openPost } from '../post/post.ts'
import { askForReviews } from '../reviews/ask-for-reviews.ts'
import type { Shop } from '../shop.ts'
import { googleStandIn } from '../stand-ins/google/google.ts'
import { type Postgres, startPostgres } from '../stand-ins/postgres/postgres.ts'
import type { StandInApp } from '../stand-ins/stand-in.ts'
import { openStripe } from '../stand-ins/stripe.ts'
import { endPricesOf } from '../sums/groups.ts'
import { leaving } from './account-closing.ts'
import { onNewAddress } from './account-new-email.ts'
import { onTakenOver } from './account-taken-over.ts'
import { countOwnData, tellOwnData } from './tell-own-data.ts'
import { tidy } from './tidy.ts'

/** How many each pool opens at most. */
const CONNECTIONS = { reads: 8, writes: 12 }

export type OpenShop = { shop: Shop; standIns: StandInApp[]; work(): Promise<void>; close(): Promise<void> }
/** A shop for reading; the first write opens its jobs. */
type ReadableShop = OpenShop & { openJobs(): Promise<unknown> }

/** Opens the database (its own, unless DATABASE_URL is set) and everything that stands on it; `work` starts the jobs. */
export async function openShop(config: Config, log: Log, inTests: InTests): Promise<OpenShop> {
  const { openJobs, ...open } = await openToRead(config, log, inTests)
  try {
    await openJobs()
    return open
  } catch (error) {
    await open.close()
    throw error
  }
}

/** What a test replaces; no setting reaches it. */
type InTests = { clock?: Clock; hashing?: Hashing | undefined; connections?: typeof CONNECTIONS | undefined }
/** `starting` is the shop's own PostgreSQL when the caller has begun to start it. */
type Early = InTests & { starting?: Promise<Postgres> | undefined }

/** Returns before the jobs are open; the first write opens them. */
export async function openToRead(
  config: Config,
  log: Log,
  { clock = { now: () => new Date() }, hashing, connections, starting }: Early = {},
): Promise<ReadableShop> {
  const { close: closeDatabase, ...database } = await openDatabase(config, log, { starting, connections })
  const { db, pool, writes } = database
  try {
    const jobs = makeJobs(writes, log)
    let jobsOpen: Promise<unknown> | undefined
    const post = openPost({ config, jobs, log, clock, mayCome: (mail) => takeOfBudget({ config, pool }, mail) })
    const { stripe, standIn: sandbox } = openStripe({ config, db, clock, log })
    const auth = openAuth({ config, db, post, log, clock, hashing })
    const google = config.google ? undefined : googleStandIn({ config, db, log })
    const shop: Shop = {
      ...database,
      config,
      auth,
      onVerified: trustOrdersOf,
      onTakenOver,
      onRecovered: ({ db }, userId) => endListLinks(db, userId),
      onNewAddress,
      onStockBack: announceStock,
      onNewMinOrder: endPricesOf,
      shelfOf,
      onCartOrdered: takeOutOrdered,
      leaving,
      ownData: { count: ({ db }, person) => countOwnData(db, person), tell: tellOwnData },
      orderStreams: new OrderStreams(),
      stripe,
      post,
      jobs,
      clock,
      log,
    }
    const standIns = [sandbox, google].filter((standIn) => standIn !== undefined)
    const work = async () => {
      await post.work()
      await workOnPayments(shop)
      await workOnAlerts(shop)
      await workOnLeavers(shop)
      await onRound(jobs, 'tidy', () => tidy(shop))
      await onRound(jobs, 'reviewAsks', () => askForReviews(shop))
      for (const standIn of standIns) standIn.start()
    }
    const close = async () => {
      shop.orderStreams.close()
      await Promise.all(standIns.map((standIn) => standIn.stop()))
      await jobs.stop({ graceful: true, timeout: 4000 })
      await closeDatabase()
    }
    return { shop, standIns, openJobs: () => (jobsOpen ??= openJobs(jobs)), work, close }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** The pools of the database, which is migrated, and what they are used for; `close` ends the shop's own PostgreSQL too. */
async function openDatabase(config: Config, log: Log, { starting, connections = CONNECTIONS }: Early) {
  const postgres = config.databaseUrl ? undefined : await (starting ?? startPostgres({ dataDir: config.dataDir, log }))
  const { pooled, databaseDirectUrl = '' } = config
  const url = config.databaseUrl ?? postgres?.url ?? ''
  const pool = openPool(url, log, { pooled, max: connections.reads })
  const writes = openPool(url, log, { pooled, max: connections.writes })
  const direct = pooled ? openPool(databaseDirectUrl, log) : pool
  const lookups = shareConnection(pool, { pooled })
  const draws = shareConnection(pool, { pooled })
  const db = openDb(pool, writes)
  const reads = new Reads(db, { urls: config.databaseReadUrls, pooled }, log)
  const close = async () => {
    for (const one of [reads, lookups, draws, pool, writes]) await one.end()
    if (pooled) await direct.end()
    await postgres?.stop()
  }
  try {
    await migrateDatabase(direct, pooled ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL')
    if (pooled) await limitRole(pool)
  } catch (error) {
    await close()
    throw error
  }
  return { pool, writes, direct, db, lookups: openDb(lookups), draws: openDb(draws), reads, close }
}
