import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db, Pool } from './db.ts'

/** Whoever keeps finished pages listens here. */
export const CATALOGUE_CHANNEL = 'parts_house_catalogue'

const TOGETHER = 100

/** Tells, once the caller's transaction has committed, that products, stock or reviews are not what they were. */
export const announceCatalogueChange = (db: Db) => db.execute(sql`select pg_notify(${CATALOGUE_CHANNEL}, '')`)

const waiting = new WeakSet<Db>()

/**
 * The same for what orders take, after the commit and many orders in one notice: PostgreSQL lets transactions that
 * notify commit only one by one.
 */
export function announceSales(db: Db) {
  if (waiting.has(db)) return
  waiting.add(db)
  setTimeout(() => {
    waiting.delete(db)
    // A database that is gone has no pages to renew either; they are read afresh when it is back.
    announceCatalogueChange(db).catch(() => undefined)
  }, TOGETHER).unref()
}

type Listener = { changed(): void; listening(isListening: boolean): void }

const BEAT = 5000
const AGAIN = 1000

/** Hears of changes, also those of other nodes, until `signal` aborts; tells the listener when it hears nothing. */
export async function listenForCatalogueChanges(pool: Pool, listener: Listener, signal: AbortSignal) {
  while (!signal.aborted) {
    const client = await pool.connect().catch(() => undefined)
    if (client) {
      try {
        client.on('notification', () => listener.changed())
        await client.query(`listen ${CATALOGUE_CHANNEL}`)
        listener.listening(true)
        // A connection that died in silence is found by asking.
        for (;;) {
          await wait(BEAT, undefined, { signal })
          await client.query('select 1')
        }
      } catch {
        listener.listening(false)
      } finally {
        client.release(true)
      }
    }
    await wait(AGAIN, undefined, { signal }).catch(() => undefined)
  }
}
