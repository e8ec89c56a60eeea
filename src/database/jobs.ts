import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { PgBoss, type SendOptions } from 'pg-boss'
import { NIL as NO_JOB } from 'uuid'
import type { Log } from '../config/log.ts'
import { currentTracing, traced } from '../config/tracing.ts'
import { askAsText, type Db, isDatabaseDown, type Pool } from './db.ts'
import { inTurn } from './in-turn.ts'

/** Every job the shop knows: its data, and how it is tried again. */
export type Jobs = {
  /** A mail, written in the transaction that causes it; sealed, since it carries links and addresses. */
  mail: { template: string; sealed: string }
  /** Gives back a payment that bought nothing. */
  refund: { paymentIntentId: string }
  /** Closes an intent at Stripe whose order is gone. */
  cancelIntent: { paymentIntentId: string }
  /** Tells everybody who waits for a part that it can be ordered again. */
  backInStock: { productId: string }
  /** Erases a person who has left from the orders that are left of them. */
  forgetOrders: { buyerId: string }
  /** Works on one event of the webhook inbox. */
  stripeEvent: { eventId: string }
  /** After a restore: takes one page of what Stripe has listed since the backup, from behind the object `after`. */
  settleSince: { of: 'intents' | 'events'; backupAt: string; after?: string }
}

export const QUEUES: { [Q in keyof Jobs]: { retryLimit: number; retryDelay: number; retryDelayMax: number } } = {
  mail: { retryLimit: 20, retryDelay: 5, retryDelayMax: 900 },
  refund: { retryLimit: 100, retryDelay: 2, retryDelayMax: 60 },
  cancelIntent: { retryLimit: 20, retryDelay: 5, retryDelayMax: 300 },
  backInStock: { retryLimit: 50, retryDelay: 2, retryDelayMax: 60 },
  forgetOrders: { retryLimit: 50, retryDelay: 2, retryDelayMax: 60 },
  stripeEvent: { retryLimit: 50, retryDelay: 2, retryDelayMax: 60 },
  // Nothing else asks for these payments, so it is tried for three days.
  settleSince: { retryLimit: 900, retryDelay: 2, retryDelayMax: 300 },
}

const EACH_QUEUE = { retryBackoff: true, deadLetter: 'parked', expireInSeconds: 60 } as const

/** Cron lines of the work that one node at a time does again and again; a round that fails waits for the next one. */
export const ROUNDS = { reconcile: '* * * * *', tidy: '23 * * * *', reviewAsks: '47 * * * *' } as const
export type Round = keyof typeof ROUNDS

/** A round whose process died stops beating after so many seconds, and the next one may be queued. */
const ROUND = { policy: 'exclusive', retryLimit: 0, expireInSeconds: 240, heartbeatSeconds: 15 } as const
/** Seconds between two looks for jobs that have expired or stopped beating. */
const LOOK_EVERY = 15

/** Connections that pg-boss uses at once: all workers look for work at the same moment, and would open most of the pool for it. */
const AT_ONCE = 2

/** Jobs live in the same database as what causes them, so that both are there or neither is (schema `pgboss`). */
export function makeJobs(pool: Pool, log: Log): PgBoss {
  const ask = inTurn(AT_ONCE, (text: string, values?: unknown[]) => pool.query(text, values))
  const every = { superviseIntervalSeconds: LOOK_EVERY, monitorIntervalSeconds: LOOK_EVERY }
  const boss = new PgBoss({ db: { executeSql: ask }, ...every })
  boss.on('error', (error) => log.warn({ error: error.message }, 'jobs: database trouble'))
  return boss
}

/** Makes their tables and queues, unless an earlier start has. */
export async function openJobs(boss: PgBoss): Promise<PgBoss> {
  await boss.start()
  const there = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!there.has('parked')) await boss.createQueue('parked')
  for (const [name, retry] of Object.entries(QUEUES)) {
    if (there.has(name)) continue
    await boss.createQueue(name, { ...retry, ...EACH_QUEUE })
    // Fills pg-boss's queue cache. Otherwise the first `send` in each transaction needs a second connection, and enough
    // of them at once deadlock the pool.
    await boss.getJobById(name, NO_JOB)
  }
  const kept = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
  const { heartbeatSeconds } = ROUND
  for (const [name, when] of Object.entries(ROUNDS)) {
    if (!there.has(name)) await boss.createQueue(name, ROUND)
    else if (there.get(name)?.heartbeatSeconds !== heartbeatSeconds) await boss.updateQueue(name, { heartbeatSeconds })
    if (kept.get(name) !== when) await boss.schedule(name, when, null, { tz: 'UTC' })
  }
  return boss
}

/** Works on a round, on whichever node is first. */
export const onRound = (jobs: PgBoss, round: Round, work: () => Promise<unknown>) =>
  jobs.work(round, { pollingIntervalSeconds: 5 }, () => traced({ name: `round ${round}`, kind: 'job' }, work))

type Queues = { jobs: PgBoss; db: Db }

/** Writes a job in the caller's transaction. */
export const enqueue = <Q extends keyof Jobs>(
  { jobs, db }: Queues,
  queue: Q,
  { data, ...options }: { data: Jobs[Q] } & SendOptions,
) => jobs.send(queue, withTrace(data), { ...options, db: inTransaction(db) })

/**
 * Writes jobs over one connection, in the transaction that is open there and without a pg-boss at work, with their queue
 * where an earlier build has made none.
 */
export async function enqueueOver<Q extends keyof Jobs>(client: ClientBase, queue: Q, jobs: Jobs[Q][]) {
  // PgBoss.createQueue would commit.
  await client.query('select pgboss.create_queue($1, $2)', [
    queue,
    { policy: 'standard', ...QUEUES[queue], ...EACH_QUEUE },
  ])
  const executeSql = (text: string, values?: unknown[]) => client.query(text, values)
  const boss = new PgBoss({ db: { executeSql }, migrate: false, supervise: false, schedule: false })
  await boss.start()
  try {
    for (const data of jobs) await boss.send(queue, data)
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** A job remembers the trace that caused it. */
function withTrace(data: object): object {
  const trace = currentTracing()?.carry()
  return trace ? { ...data, trace } : data
}

/** Does a job as a part of the trace that caused it. */
export const inItsTrace = <T>(queue: keyof Jobs, data: object, work: () => Promise<T>) =>
  traced({ name: `job ${queue}`, kind: 'job', carried: 'trace' in data ? String(data.trace) : undefined }, work)

/** Milliseconds, less than `expireInSeconds`: after it another worker may hold the job. */
const SETTLE_WITHIN = 45_000
const SETTLE_EVERY = 500

/**
 * Completes jobs whose work cannot be taken back. While the database is away it is asked again, since a job that is
 * not completed is worked on once more; pg-boss's own completion then finds them completed.
 */
export async function completeSurely(jobs: PgBoss, queue: keyof Jobs, ids: string[]) {
  const end = performance.now() + SETTLE_WITHIN
  while (ids.length > 0 && performance.now() < end) {
    try {
      await jobs.complete(queue, ids)
      return
    } catch (error) {
      if (!isDatabaseDown(error)) return
      await wait(SETTLE_EVERY)
    }
  }
}

/** Deletes a job that is not due yet, in the caller's transaction. */
export const dequeue = ({ jobs, db }: Queues, queue: keyof Jobs, id: string) =>
  jobs.deleteJob(queue, id, { db: inTransaction(db) })

const inTransaction = (db: Db) => ({
  executeSql: (text: string, values?: unknown[]) => askAsText(db, text, values),
})
