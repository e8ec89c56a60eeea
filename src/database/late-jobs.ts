import { askAsText, type Db } from './db.ts'
import { QUEUES, ROUNDS } from './jobs.ts'

/** For how many seconds the oldest job of each queue has been due. */
export async function lateJobs(db: Db): Promise<{ queue: string; seconds: number }[]> {
  const { rows } = await askAsText(
    db,
    `select queue, coalesce(extract(epoch from now() - (
       select min(start_after) from pgboss.job where name = queue and state < 'active' and start_after <= now()
     )), 0)::float8 as seconds from unnest($1::text[]) as queue`,
    [Object.keys(QUEUES)],
  )
  return rows
}

/** For how many seconds no round of each kind has been completed. */
export async function silentRounds(db: Db): Promise<{ round: string; seconds: number }[]> {
  const { rows } = await askAsText(
    db,
    `select name as round, extract(epoch from now() - coalesce(
       (select max(completed_on) from pgboss.job where job.name = schedule.name and state = 'completed'), created_on
     ))::float8 as seconds from pgboss.schedule where name = any($1::text[])`,
    [Object.keys(ROUNDS)],
  )
  return rows
}

const MOST = 1000

/** How many jobs have used up their tries, up to a thousand. */
export async function parkedJobs(db: Db): Promise<number> {
  const { rows } = await askAsText(
    db,
    `select count(*)::int as count from (select from pgboss.job where name = 'parked' and state < 'active' limit $1) j`,
    [MOST],
  )
  return rows[0]?.count ?? 0
}
