import { PgBoss } from 'pg-boss'
import { NIL as NO_JOB } from 'uuid'
import { askAsText, type Db, type Pool } from './db.ts'
import type { Log } from './log.ts'

/** Every job the shop knows: its data, and how it is tried again. */
export type Jobs = {
  /** A mail, written in the transaction that causes it; sealed, since it carries links and addresses. */
  mail: { template: string; sealed: string }
  /** Gives back a payment that bought nothing. */
  refund: { paymentIntentId: string }
  /** Closes an intent at Stripe whose order is gone. */
  cancelIntent: { paymentIntentId: string }
  /** Works on one event of the webhook inbox. */
  stripeEvent: { eventId: string }
}

const QUEUES: { [Q in keyof Jobs]: { retryLimit: number; retryDelay: number; retryDelayMax: number } } = {
  mail: { retryLimit: 20, retryDelay: 5, retryDelayMax: 900 },
  refund: { retryLimit: 100, retryDelay: 2, retryDelayMax: 60 },
  cancelIntent: { retryLimit: 20, retryDelay: 5, retryDelayMax: 300 },
  stripeEvent: { retryLimit: 50, retryDelay: 2, retryDelayMax: 60 },
}

/** What one node at a time does again and again; one that fails is done at the next turn. */
const ROUNDS = { reconcile: '* * * * *', tidy: '23 * * * *' } as const
export type Round = keyof typeof ROUNDS

/** Jobs live in the same database as what causes them, so that both are there or neither is (schema `pgboss`). */
export async function openJobs(pool: Pool, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } })
  boss.on('error', (error) => log.warn({ error: error.message }, 'jobs: database trouble'))
  await boss.start()
  for (const [name, retry] of Object.entries(QUEUES)) {
    const options = { ...retry, retryBackoff: true, deadLetter: 'parked', expireInSeconds: 60 }
    await boss.createQueue('parked').catch(() => undefined)
    await boss.createQueue(name, options)
    // Reads the queue into pg-boss's memory. A first send would read it on a connection of its own, and many sends at
    // once, each within a transaction, would wait for connections that only they could give back.
    await boss.getJobById(name, NO_JOB)
  }
  for (const [name, when] of Object.entries(ROUNDS)) {
    await boss.createQueue(name, { policy: 'exclusive', retryLimit: 0, expireInSeconds: 240 })
    await boss.schedule(name, when, null, { tz: 'UTC' })
  }
  return boss
}

/** Works on a round, on whichever node is first. */
export const onRound = (jobs: PgBoss, round: Round, work: () => Promise<unknown>) =>
  jobs.work(round, { pollingIntervalSeconds: 5 }, work)

/** Writes a job in the caller's transaction. */
export const enqueue = <Q extends keyof Jobs>(jobs: PgBoss, db: Db, queue: Q, data: Jobs[Q], options: object = {}) =>
  jobs.send(queue, data, { ...options, db: { executeSql: (text, values) => askAsText(db, text, values) } })
