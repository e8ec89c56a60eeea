import { setTimeout as wait } from 'node:timers/promises'
import { SECOND } from '../config/clock.ts'
import { type Asking, WHERE, withConnection } from './ask.ts'
import { type DatabaseCheck, type Finding, idle, right, wrong } from './finding.ts'

/** Behind this long, most people who have just written are sent to the primary. */
const SLOWEST = 3 * SECOND
const STEP = 50

export const replicas: DatabaseCheck = {
  about: 'replicas',
  async look(ask, { config }) {
    const { databaseReadUrls } = config
    if (databaseReadUrls.length === 0) return idle('DATABASE_READ_URL is not set; the primary answers all reads.')
    const [primary] = await ask<{ place: string; lsn: string }>(
      `select place, pg_current_wal_lsn()::text as lsn from (${WHERE}) w`,
    )
    const found = await Promise.all(databaseReadUrls.map((url) => lookAt(url, primary)))
    const worst = (['wrong', 'idle', 'right'] as const).find((state) => found.some((one) => one.state === state))
    return { state: worst ?? 'right', says: found.map(({ says }) => says).join(' ') }
  },
}

async function lookAt(url: string, primary: { place: string; lsn: string } | undefined): Promise<Finding> {
  const { host } = new URL(url)
  try {
    return await withConnection(url, async (there) => {
      const [state] = await there<{ standby: boolean; place: string }>(
        `select pg_is_in_recovery() as standby, place from (${WHERE}) w`,
      )
      if (state?.standby) return await lagOf(there, host, primary?.lsn ?? '0/0')
      return state?.place === primary?.place
        ? idle(`${host} of DATABASE_READ_URL is the primary itself.`)
        : wrong(`${host} of DATABASE_READ_URL follows nobody, so it is no replica of DATABASE_URL.`)
    })
  } catch (error) {
    return wrong(`The replica ${host} does not answer (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Waits until the replica has replayed what the primary had written. */
async function lagOf(there: Asking, host: string, lsn: string): Promise<Finding> {
  const start = performance.now()
  for (;;) {
    const [row] = await there<{ behind: number }>(
      'select pg_wal_lsn_diff($1, pg_last_wal_replay_lsn())::float8 as behind',
      [lsn],
    )
    const ms = Math.round(performance.now() - start)
    const behind = row?.behind ?? Number.POSITIVE_INFINITY
    if (behind <= 0) return right(`The replica ${host} has replayed what the primary wrote within ${ms} ms.`)
    if (ms > SLOWEST) {
      return wrong(`The replica ${host} is ${behind} bytes of WAL behind after ${SLOWEST / SECOND} s.`)
    }
    await wait(STEP)
  }
}
