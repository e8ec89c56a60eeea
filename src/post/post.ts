import type { PgBoss } from 'pg-boss'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import type { Db } from '../database/db.ts'
import { completeSurely, dequeue, enqueue } from '../database/jobs.ts'
import { openDelivery } from './deliver.ts'
import { dueOf, idOf, type Mail, priorityOf } from './mail.ts'
import { seal } from './seal.ts'

type Tools = {
  config: Config
  jobs: PgBoss
  log: Log
  clock: { now(): Date }
  /** Whether the recipient has not had too many yet; asked once for each mail. */
  mayCome(mail: Mail): Promise<boolean>
}

export type Post = {
  /** Writes a mail in the caller's transaction: rolled back, nothing is sent; the same cause twice is one mail. */
  write(db: Db, mail: Mail): Promise<void>
  /** Deletes a mail that is not due yet, in the caller's transaction; does nothing when there is none. */
  takeBack(db: Db, mail: Mail): Promise<void>
  /** Starts sending what is written. A letter that is not taken is tried again, later and later, then parked. */
  work(): Promise<void>
  /** How many mails this process has dropped, since their recipients had too many. */
  dropped(): number
}

/** A second. Making a letter costs as much as taking an order, and a rush of orders comes first. */
const AT_ONCE = 10

export function openPost({ config, jobs, log, mayCome: hasBudget }: Tools): Post {
  let dropped = 0
  return {
    async write(db, mail) {
      const sealed = seal(config.authSecret, JSON.stringify(mail))
      const due = dueOf(mail)
      const when = due ? { startAfter: due } : {}
      const job = { data: { template: mail.template, sealed }, id: idOf(mail), priority: priorityOf(mail) }
      await enqueue({ jobs, db }, 'mail', { ...job, ...when })
    },
    async takeBack(db, mail) {
      await dequeue({ jobs, db }, 'mail', idOf(mail))
    },
    async work() {
      const rhythm = { pollingIntervalSeconds: 1, batchSize: AT_ONCE } as const
      const mayCome = async (mail: Mail) => {
        const may = await hasBudget(mail)
        if (!may) dropped++
        return may
      }
      const deliver = openDelivery({ config, log, mayCome })
      const deliverOnce: typeof deliver = async (batch) => {
        const results = await deliver(batch)
        const done = results.filter(({ status }) => status === 'completed')
        const sent = done.filter(({ output }) => !output).map(({ id }) => id)
        await completeSurely(jobs, 'mail', sent)
        // What is dropped costs nothing, so it holds up nobody else's mail; what fails keeps the pace.
        if (sent.length < done.length) jobs.notifyWorker(await worker)
        return results
      }
      const worker = jobs.work('mail', { ...rhythm, includeMetadata: true, perJobResults: true }, deliverOnce)
      await worker
    },
    dropped: () => dropped,
  }
}
