import { expect, onTestFinished, test } from 'vitest'
import { openLog } from '../config/log.ts'
import { freshDatabase } from '../testing/database.ts'
import { openPool } from './db.ts'
import { makeJobs, openJobs } from './jobs.ts'

const log = openLog('silent')

/** A database in which an earlier start has made queues and rounds. */
async function openUsedDatabase() {
  const database = await freshDatabase()
  const pool = openPool(database.url, log)
  onTestFinished(async () => {
    await pool.end()
    await database.drop()
  })
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
  const { rows: before } = await pool.query('select name, created_on from pgboss.queue order by name')

  const jobs = await openedJobs(pool)
  expect(await jobs.send('refund', { paymentIntentId: 'pi_1' })).toBeTruthy()
  const rounds = (await jobs.getSchedules()).map(({ name, cron }) => [name, cron])
  expect(Object.fromEntries(rounds)).toEqual({ reconcile: '* * * * *', tidy: '23 * * * *' })
  const { rows: after } = await pool.query(
    "select name, created_on from pgboss.queue where name <> 'refund' order by name",
  )
  expect(after).toEqual(before)
})

test('however many workers look for work at once, requests keep most of the connections', async () => {
  const pool = await openUsedDatabase()
  const jobs = await openedJobs(pool)
  await Promise.all(Array.from({ length: 30 }, () => jobs.getQueues()))
  expect(pool.totalCount).toBe(2)
})
