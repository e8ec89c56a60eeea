import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { SECOND } from '../config/clock.ts'
import type { Log } from '../config/log.ts'
import { nameStatements, READ_ONLY } from './connection.ts'
import { corkedSocket } from './corked-socket.ts'
import type { Shared } from './shared-connection.ts'
import { traceStatements, traceWaiting } from './trace-statements.ts'

/** The pool or a transaction: logic does not care which. Transactions are begun by `transact` alone. */
export type Db = Omit<NodePgDatabase, 'transaction'> & { $client: Client }
type Client = { query(text: string, values?: unknown[]): Promise<pg.QueryResult> }
export type Pool = pg.Pool

/**
 * Deadlock, serialization failure, and a server that takes no writes any more, as another has become the primary: nothing
 * was written, and the same transaction may succeed when it is tried again.
 */
const TRY_AGAIN = new Set(['40P01', '40001', READ_ONLY])
const TRIES = 3

/** After that the client is told that the outcome of its write is not known. */
export const KNOWN_WITHIN = 9 * SECOND
/** The driver's own deadline would close the connection of a commit that waits for a standby. */
const COMMIT_WITHIN = 600 * SECOND

// Dates of a `date` or `timestamp` column stay text unless drizzle maps them; a count is a number, not a string.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** For each statement, and for a transaction between two. */
export const LIMITS = { statement_timeout: 7 * SECOND, idle_in_transaction_session_timeout: 20 * SECOND }

/** Milliseconds for a connection, and for the answer of a statement. */
export const PATIENCE = { connect: 5 * SECOND, answer: 9 * SECOND }

/**
 * A pool of connections; every call to the database has a deadline, so a silent network cannot hold a request for ever.
 * `pooled`: a pooler stands in between, which refuses settings of a session, so `limitRole` gives them to the role.
 */
export function openPool(url: string, log: Log, { pooled = false, max = 12, patience = PATIENCE } = {}): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.answer,
    ...(!pooled && LIMITS),
    keepAlive: true,
    application_name: 'parts-house',
    // A statement is sent without waiting for the answer of the one before it.
    pipeline: true,
    stream: corkedSocket,
  } as pg.PoolConfig)
  pool.on('connect', (client) => {
    nameStatements(client)
    traceStatements(client)
  })
  traceWaiting(pool)
  // Without a listener a stopped server would end the process; the pool opens a new connection by itself.
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'))
  return pool
}

const WRITES = /^\s*(insert|update|delete)\b|^\s*with\b.*\b(insert into|update|delete from)\b/is

/** Reads and writes over pools of their own: commits that wait for a standby leave the reads their connections. */
class Pools implements Client {
  readonly reads: Pool
  readonly writes: Pool

  constructor(reads: Pool, writes: Pool) {
    this.reads = reads
    this.writes = writes
  }

  query(asked: string | pg.QueryConfig, values?: unknown[]) {
    const text = typeof asked === 'string' ? asked : asked.text
    return (WRITES.test(text) ? this.writes : this.reads).query(asked as string, values)
  }
}

/** `writes`: the pool of what changes something, when it has one of its own. */
export const openDb = (client: Pool | Shared, writes?: Pool): Db =>
  drizzle({ client: (writes ? new Pools(client as Pool, writes) : client) as Pool })

/**
 * One transaction, tried up to three times when it met a deadlock. Inside a transaction it is a savepoint.
 * `work` must not call the outside: mail and Stripe are jobs written in it.
 */
export async function transact<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const pools = poolsOf(db)
      return await (pools ? onOneConnection(pools, work) : inSavepoint(db, work))
    } catch (error) {
      if (attempt === TRIES || !TRY_AGAIN.has(codeOf(error) ?? '')) throw error
    }
  }
}

function poolsOf({ $client }: Db): Pools | undefined {
  if ($client instanceof Pools) return $client
  return $client instanceof pg.Pool ? new Pools($client, $client) : undefined
}

/** Releases the connection in every case, and closes it when it is broken or still in its transaction. */
async function onOneConnection<T>({ reads, writes }: Pools, work: (tx: Db) => Promise<T>): Promise<T> {
  const until = performance.now() + KNOWN_WITHIN
  const client = await writes.connect()
  // Not awaited: `begin` goes out with the first statement of the work. On a lost connection both fail.
  const begun = client.query('begin')
  begun.catch(() => undefined)
  let result: T
  try {
    result = await work(dbOf(client))
    await begun
  } catch (error) {
    let isBroken = isDatabaseDown(error)
    // On a lost connection a ROLLBACK would only wait, and closing it is one.
    if (!isLost(error)) {
      await client.query('rollback').catch(() => {
        isBroken = true
      })
    }
    client.release(isBroken)
    throw error
  }
  // COMMIT of a failed transaction answers ROLLBACK instead of an error.
  if ((await commit(client, { reads, until })) !== 'COMMIT') throw new Error('The transaction was undone.')
  return result
}

/** Nobody cancels it: with a synchronous standby, that would acknowledge what no standby has. */
async function commit(client: pg.PoolClient, { reads, until }: { reads: Pool; until: number }) {
  const asked = { text: 'commit', query_timeout: COMMIT_WITHIN }
  const committed = client.query(asked)
  try {
    const { command } = await inTime(committed, until)
    client.release()
    return command
  } catch (error) {
    if (error instanceof OutcomeUnknown) void releaseOnce(client, committed, reads)
    else client.release(true)
    throw isLost(error) ? new OutcomeUnknown(error) : error
  }
}

/** Keeps the connection while commits wait for a standby, so that the pool bounds how many wait at the server. */
async function releaseOnce(client: pg.PoolClient, committed: Promise<unknown>, reads: Pool) {
  const ended = committed.then(
    () => 'well',
    () => 'lost',
  )
  for (;;) {
    const how = await Promise.race([ended, wait(SECOND, 'not yet', { ref: false })])
    if (how === 'not yet' && (await standbyIsAwaited(reads))) continue
    return client.release(how !== 'well')
  }
}

const standbyIsAwaited = (reads: Pool) => {
  const asked = { text: "select from pg_stat_activity where wait_event = 'SyncRep' limit 1", query_timeout: SECOND }
  return reads.query(asked).then(
    ({ rowCount }) => rowCount === 1,
    () => false,
  )
}

/** The outcome of a write, or OutcomeUnknown when it is not there by `until`; the write goes on. */
export async function inTime<T>(outcome: Promise<T>, until: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new OutcomeUnknown()), Math.max(0, until - performance.now()))
  try {
    return await Promise.race([outcome, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const dbs = new WeakMap<pg.PoolClient, Db>()

/** One for each connection, so that what is prepared on it stays. */
export function dbOf(client: pg.PoolClient): Db {
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

/** The error with PostgreSQL's or the system's code: this one, or the one that drizzle wrapped in it. */
export function withCode(error: unknown): (Error & { code: string }) | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error as Error & { code: string }
  return withCode(error.cause)
}

/** PostgreSQL's error code (`23505`), also of an error that drizzle wrapped. */
export const codeOf = (error: unknown) => withCode(error)?.code

/** Whether the tables of the shop, or their schema, are not there. */
export const hasNoTables = (error: unknown) => /^(42P01|3F000)$/.test(codeOf(error) ?? '')

/** Whether a statement broke the named unique constraint or check. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false
  return ('constraint' in error && error.constraint === constraint) || violates(error.cause, constraint)
}

/** A write may have been done or not: its commit was sent, and no answer came. */
export class OutcomeUnknown extends Error {
  constructor(cause?: unknown) {
    super('The outcome of a write is not known.', { cause })
  }
}

/** 26000 (no such prepared statement) follows when the pipelined query that should have prepared it failed. */
const LOST = /^(08|26000|57P0)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND)$/
const LOST_WORDS =
  /timeout e(?:xceeded when trying to connect|xpired)|Query read timeout|Connection terminated|not queryable/i

/** Whether the connection went away, or leads to a server that is no primary any more. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = codeOf(error) ?? ''
  return (
    error instanceof OutcomeUnknown ||
    LOST.test(code) ||
    code === READ_ONLY ||
    LOST_WORDS.test(error.message) ||
    isLost(error.cause)
  )
}

/** Disk full, timeout, or a deadlock that outlived its retries. */
const UNFINISHED = /^(57014|53|58|25P03|40P01|40001)/

/** Whether the database could not be reached or could not finish: a 503, and the same request may be sent again later. */
export const isDatabaseDown = (error: unknown) => isLost(error) || UNFINISHED.test(codeOf(error) ?? '')

/** A real write, which a read-only or full database refuses. */
export const canWrite = (db: Db) => db.execute(sql`select pg_notify('parts_house_ready', ''), pg_current_xact_id()`)
