import type { PgBoss } from 'pg-boss'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import type { Db } from '../database/db.ts'
import { enqueue } from '../database/jobs.ts'
import { openDelivery } from './deliver.ts'
import { idOf, type Mail } from './mail.ts'
import { seal } from './seal.ts'

type Tools = { config: Config; jobs: PgBoss; log: Log; clock: { now(): Date } }

export type Post = {
  /** Writes a mail in the caller's transaction: rolled back, nothing is sent; the same cause twice is one mail. */
  write(db: Db, mail: Mail): Promise<void>
  /** Starts sending what is written. A letter that is not taken is tried again, later and later, then parked. */
  work(): Promise<void>
}

/** A second. Making a letter costs as much as taking an order, and a rush of orders comes first. */
const AT_ONCE = 10

export function openPost({ config, jobs, log }: Tools): Post {
  return {
    async write(db, mail) {
      const sealed = seal(config.authSecret, JSON.stringify(mail))
      await enqueue({ jobs, db }, 'mail', { data: { template: mail.template, sealed }, id: idOf(mail) })
    },
    async work() {
      const rhythm = { pollingIntervalSeconds: 1, batchSize: AT_ONCE } as const
      const deliver = openDelivery({ config, log })
      await jobs.work('mail', { ...rhythm, includeMetadata: true, perJobResults: true }, deliver)
    },
  }
}
