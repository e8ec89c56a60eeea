import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../config/log.ts'
import { freshDatabase } from '../testing/database.ts'
import { openDb, openPool, transact } from './db.ts'
import { enqueue, makeJobs, openJobs } from './jobs.ts'

const log = openLog('silent')

/** A database in which an earlier start has made queues and rounds. */
async function openUsedDatabase() {
  const pool = openPool(await freshDatabase(), log)
  onTestFinished(() => pool.end())
  return pool
}

async function openedJobs(pool: Awaited<ReturnType<typeof openUsedDatabase>>) {
  const jobs = makeJobs(pool, log)
  onTestFinished(() => jobs.stop({ graceful: false }))
  return openJobs(jobs)
}

test('a start makes the queue that is missing and puts a round right, and leaves the others as they are', async () => {
  const pool = await openUsedDatabase()
  await pool.query("select pgboss.delete_queue('refund')")
  await pool.query("update pgboss.schedule set cron = '0 0 1 1 *' where name = 'tidy'")
  await pool.query("update pgboss.queue set heartbeat_seconds = null where name = 'tidy'")
  const { rows: before } = await pool.query('select name, created_on from pgboss.queue order by name')

  const jobs = await openedJobs(pool)
  expect(await jobs.send('refund', { paymentIntentId: 'pi_1' })).toBeTruthy()
  const rounds = (await jobs.getSchedules()).map(({ name, cron }) => [name, cron])
  expect(Object.fromEntries(rounds)).toEqual({ reconcile: '* * * * *', reviewAsks: '47 * * * *', tidy: '23 * * * *' })
  const { rows: after } = await pool.query(
    "select name, created_on from pgboss.queue where name <> 'refund' order by name",
  )
  expect(after).toEqual(before)
  expect(await jobs.getQueue('tidy')).toMatchObject({ policy: 'exclusive', expireInSeconds: 240, heartbeatSeconds: 15 })
})

test('a round whose process died keeps the next one waiting for less than a minute', async () => {
  const jobs = await openedJobs(await openUsedDatabase())
  await jobs.send('reconcile')
  // Taken by a worker that is gone: nobody beats for it.
  expect(await jobs.fetch('reconcile')).toHaveLength(1)
  expect(await jobs.send('reconcile')).toBeNull()
  // The schedule may queue the next one first, and then this queues none.
  const next = async () => {
    await jobs.send('reconcile')
    return jobs.fetch('reconcile')
  }
  await expect.poll(next, { interval: 1000, timeout: 60_000 }).toHaveLength(1)
})

test('however many workers look for work at once, requests keep most of the connections', async () => {
  const pool = await openUsedDatabase()
  const jobs = await openedJobs(pool)
  await Promise.all(Array.from({ length: 30 }, () => jobs.getQueues()))
  expect(pool.totalCount).toBe(2)
})

test('the first jobs of a new shop are written by as many transactions at once as the pool has connections', async () => {
  const pool = await openUsedDatabase()
  await pool.query("select pgboss.delete_queue('refund')")
  const jobs = await openedJobs(pool)
  const db = openDb(pool)
  const { max } = pool.options
  const full = Promise.withResolvers<void>()
  let begun = 0
  const written = Array.from({ length: max }, (_, number) =>
    transact(db, async (tx) => {
      if (++begun === max) full.resolve()
      await full.promise
      return enqueue({ jobs, db: tx }, 'refund', { data: { paymentIntentId: `pi_${number}` } })
    }),
  )
  expect((await Promise.all(written)).filter(Boolean)).toHaveLength(12)
  expect(await jobs.findJobs('refund')).toHaveLength(12)
})
