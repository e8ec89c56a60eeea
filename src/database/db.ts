import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { SECOND } from '../config/clock.ts'
import type { Log } from '../config/log.ts'
import { nameStatements } from './connection.ts'
import type { Shared } from './shared-connection.ts'

/** The pool or a transaction: logic does not care which. Transactions are begun by `transact` alone. */
export type Db = Omit<NodePgDatabase, 'transaction'> & { $client: Client }
type Client = { query(text: string, values?: unknown[]): Promise<pg.QueryResult> }
export type Pool = pg.Pool

/** Deadlock and serialization failure: the same transaction may succeed when it is tried again. */
const TRY_AGAIN = new Set(['40P01', '40001'])
const TRIES = 3

// Dates of a `date` or `timestamp` column stay text unless drizzle maps them; a count is a number, not a string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** For each statement, and for a transaction between two. */
export const LIMITS = { statement_timeout: 7 * SECOND, idle_in_transaction_session_timeout: 20 * SECOND }

/**
 * A pool of connections; every call to the database has a deadline, so a silent network cannot hold a request for ever.
 * `pooled`: a pooler stands in between, which refuses settings of a session, so `limitRole` gives them to the role.
 */
export function openPool(url: string, log: Log, { pooled = false } = {}): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: 5 * SECOND,
    query_timeout: 9 * SECOND,
    ...(!pooled && LIMITS),
    keepAlive: true,
    application_name: 'parts-house',
    // A statement is sent without waiting for the answer of the one before it.
    pipeline: true,
  } as pg.PoolConfig)
  pool.on('connect', nameStatements)
  // Without a listener a stopped server would end the process; the pool opens a new connection by itself.
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'))
  return pool
}

export const openDb = (client: Pool | Shared): Db => drizzle({ client: client as Pool })

/**
 * One transaction, tried up to three times when it met a deadlock. Inside a transaction it is a savepoint.
 * `work` must not call the outside: mail and Stripe are jobs written in it.
 */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (db.$client instanceof pg.Pool ? onOneConnection(db.$client, work) : inSavepoint(db, work))
    } catch (error) {
      if (attempt === TRIES || !TRY_AGAIN.has(codeOf(error) ?? '')) throw error
    }
  }
}

/** Releases the connection in every case, and closes it when it is broken or still in its transaction. */
async function onOneConnection<T>(pool: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  // Not awaited: `begin` goes out with the first statement of the work. On a lost connection both fail.
  const begun = client.query('begin')
  begun.catch(() => undefined)
  try {
    const result = await work(dbOf(client))
    await begun
    // COMMIT of a failed transaction answers ROLLBACK instead of an error.
    if ((await client.query('commit')).command !== 'COMMIT') throw new Error('The transaction was undone.')
    return result
  } catch (error) {
    isBroken = isDatabaseDown(error)
    await client.query('rollback').catch(() => {
      isBroken = true
    })
    throw error
  } finally {
    client.release(isBroken)
  }
}

const dbs = new WeakMap<pg.PoolClient, Db>()

/** One for each connection, so that what is prepared on it stays. */
function dbOf(client: pg.PoolClient): Db {
  const db = dbs.get(client) ?? drizzle({ client })
  dbs.set(client, db)
  return db
}

async function inSavepoint<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  await db.$client.query('savepoint part')
  try {
    const result = await work(db)
    await db.$client.query('release savepoint part')
    return result
  } catch (error) {
    // A rollback alone leaves the savepoint, which would then hide an outer one of the same name.
    await db.$client.query('rollback to savepoint part; release savepoint part')
    throw error
  }
}

/** in_failed_sql_transaction: PostgreSQL's answer to every statement after the one that failed. */
const AFTER_A_FAULT = '25P02'

/** Statements of one transaction, sent without waiting in between; throws the error of the one that failed first. */
export async function together<T extends unknown[]>(...asked: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const done = await Promise.allSettled(asked)
  const faults = done.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  if (faults.length > 0) throw faults.find((fault) => codeOf(fault) !== AFTER_A_FAULT) ?? faults[0]
  return done.map((one) => (one as PromiseFulfilledResult<unknown>).value) as T
}

/** A statement as text, in the transaction that `db` is: pg-boss's own, or one that would be costly to build each time. */
export const askAsText = (db: Db, text: string, values: unknown[] = []) => db.$client.query(text, values)

/** PostgreSQL's error code (`23505`), also of an error that drizzle wrapped. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

/** Whether a statement broke the named unique constraint or check. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  return ('constraint' in error && error.constraint === constraint) || violates(error.cause, constraint)
}

/**
 * Connection lost, disk full, timeout, or a deadlock that outlived its retries. 26000 (no such prepared statement)
 * follows when the pipelined query that should have prepared it failed.
 */
const LOST = /^(08|26000|57P0|57014|53|58|25P03|40P01|40001)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
const LOST_WORDS =
  /timeout e(?:xceeded when trying to connect|xpired)|Query read timeout|Connection terminated|not queryable/i

/** Whether the database could not be reached or could not finish: a 503, and the same request may be sent again later. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return LOST.test(codeOf(error) ?? '') || LOST_WORDS.test(error.message) || isDatabaseDown(error.cause)
}

/** A real write, which a read-only or full database refuses. */
export const canWrite = (db: Db) => db.execute(sql`select pg_notify('parts_house_ready', ''), pg_current_xact_id()`)
