import type { PoolClient } from 'pg'
import { SECOND } from '../config/clock.ts'
import type { Log } from '../config/log.ts'
import { Refusal } from '../wire/refusal.ts'
import { type Db, dbOf, openPool, type Pool } from './db.ts'
import { batched } from './hot-statements.ts'

/** A replica is asked within a page's time, and the primary after it. */
const PATIENCE = { connect: 500, answer: 2 * SECOND }
/** Milliseconds in which a replica that failed is not asked. */
const PASSED_OVER = 2 * SECOND

/** A place in the log of the primary's writes (pg_lsn). */
export type Position = bigint

type Replica = { pool: Pool; awayUntil: number }
type Addresses = { urls: string[]; pooled: boolean }

/** Public reads on which no write depends: lists, searches and pages. */
export class Reads {
  readonly #db: Db
  readonly #replicas: Replica[]
  #turn = 0
  #known: Position = 0n

  constructor(db: Db, { urls, pooled }: Addresses, log: Log) {
    this.#db = db
    const options = { pooled, max: 8, patience: PATIENCE }
    this.#replicas = urls.map((url) => ({ pool: openPool(url, log, options), awayUntil: 0 }))
  }

  get hasReplicas() {
    return this.#replicas.length > 0
  }

  /** Later reads show what the primary has written up to here; false when they did before. */
  reached(position: Position): boolean {
    if (position <= this.#known) return false
    this.#known = position
    return true
  }

  /** Where the primary is now: behind everything that has been committed. */
  position = (): Promise<Position> => askPosition(this.#db, 'now')

  /** Reads at a replica that has replayed what is known to be written, else at the primary. */
  async at<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const now = performance.now()
    const there = this.#replicas.filter(({ awayUntil }) => awayUntil <= now)
    const replica = there[this.#turn++ % there.length]
    if (!replica) return work(this.#db)
    const read = await this.#atReplica(replica, work)
    return read ? read() : work(this.#db)
  }

  /** What was read, undefined when the replica could not tell. */
  async #atReplica<T>(replica: Replica, work: (db: Db) => Promise<T>): Promise<(() => T) | undefined> {
    try {
      const client = await replica.pool.connect()
      const { isThere, outcome } = await readAfter(client, this.#known, work)
      return isThere ? outcome : undefined
    } catch {
      replica.awayUntil = performance.now() + PASSED_OVER
      return undefined
    }
  }

  async end() {
    await Promise.all(this.#replicas.map(({ pool }) => pool.end()))
  }
}

const askPosition = batched(async (db: Db, asked: readonly 'now'[]) => {
  const { rows } = await db.$client.query(POSITION)
  return asked.map(() => toPosition(rows[0].position))
})

/** Asks a primary for its position; a commit is behind it as soon as it is answered. */
export const POSITION = 'select pg_current_wal_insert_lsn()::text as position'

const REPLAYED = 'select not pg_is_in_recovery() or pg_last_wal_replay_lsn() >= $1::pg_lsn as there'

/** The question and what is read go out together, in one transaction, since a pooler may lead each to another replica. */
async function readAfter<T>(client: PoolClient, position: Position, work: (db: Db) => Promise<T>) {
  const begun = client.query('begin read only')
  const replayed = client.query<{ there: boolean }>(REPLAYED, [toLsn(position)])
  const [first, there, read] = await Promise.allSettled([begun, replayed, work(dbOf(client))])
  client.query('commit').then(
    () => client.release(),
    () => client.release(true),
  )
  if (first.status === 'rejected') throw first.reason
  if (there.status === 'rejected') throw there.reason
  // A replica ends a read that is in the way of its replay, or lacks a table that is new.
  if (read.status === 'rejected' && !(read.reason instanceof Refusal)) throw read.reason
  const outcome = () => {
    if (read.status === 'rejected') throw read.reason
    return read.value
  }
  return { isThere: there.value.rows[0]?.there === true, outcome }
}

/** `16/B374D848`, as PostgreSQL writes it. */
export function toPosition(lsn: string): Position {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

const toLsn = (position: Position) =>
  `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase()
