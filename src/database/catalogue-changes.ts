import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db, Pool } from './db.ts'

/** The channel of NOTIFY that every page cache listens to. */
export const CATALOGUE_CHANNEL = 'parts_house_catalogue'

const TOGETHER = 100

/** Tells, once the caller's transaction has committed, that products, stock or reviews are not what they were. */
export const announceCatalogueChange = (db: Db) => db.execute(sql`select pg_notify(${CATALOGUE_CHANNEL}, '')`)

const waiting = new WeakSet<Db>()

/**
 * Like announceCatalogueChange, but batched and after the commit: PostgreSQL lets transactions that NOTIFY commit only
 * one at a time.
 */
export function announceSales(db: Db) {
  if (waiting.has(db)) return
  waiting.add(db)
  setTimeout(() => {
    waiting.delete(db)
    // Without the database no page can be rendered anew; they are when it is back.
    announceCatalogueChange(db).catch(() => undefined)
  }, TOGETHER).unref()
}

type Listener = { changed(): void; listening(isListening: boolean): void }

const BEAT = 5000
const AGAIN = 1000

/** Listens for changes, also those of other nodes, until `signal` aborts; tells the listener while it cannot. */
export async function listenForCatalogueChanges(pool: Pool, listener: Listener, signal: AbortSignal) {
  while (!signal.aborted) {
    const client = await pool.connect().catch(() => undefined)
    if (client) {
      const lost = new AbortController()
      try {
        client.once('end', () => lost.abort())
        client.on('notification', () => listener.changed())
        await client.query(`listen ${CATALOGUE_CHANNEL}`)
        listener.listening(true)
        // A connection that died without a sign is found by a query.
        for (;;) {
          await wait(BEAT, undefined, { signal: AbortSignal.any([signal, lost.signal]) })
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
