import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import type { Db, Pool } from './db.ts'
import { POSITION, type Position, toPosition } from './replicas.ts'

/** The channel of NOTIFY that every page cache listens to. */
export const CATALOGUE_CHANNEL = 'parts_house_catalogue'
/** The channel on which the triggers of orders tell which one has something new. */
const ORDER_CHANNEL = 'parts_house_orders'

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

type Listener = {
  changed(): void
  listening(isListening: boolean): void
  /** Something happened to an order. */
  orderMoved?: ((id: string) => void) | undefined
  /** Told, where something is read at replicas, up to where the primary has written. */
  reached?: ((position: Position) => void) | undefined
}

/** Also finds a connection that died without a sign. */
const positionOf = async (client: PoolClient) => toPosition((await client.query(POSITION)).rows[0].position)

const BEAT = 5000
const AGAIN = 1000

/** Listens for changes of catalogue and orders, also those of other nodes, until `signal` aborts; tells the listener while it cannot. */
export async function listenForChanges(pool: Pool, listener: Listener, signal: AbortSignal) {
  while (!signal.aborted) {
    const client = await pool.connect().catch(() => undefined)
    if (client) {
      const lost = new AbortController()
      try {
        client.once('end', () => lost.abort())
        // Word comes after the commit, so the position at that moment is behind it.
        const told = async () => {
          listener.reached?.(await positionOf(client))
          listener.changed()
        }
        client.on('notification', ({ channel, payload = '' }) => {
          if (channel === ORDER_CHANNEL) listener.orderMoved?.(payload)
          else told().catch(() => lost.abort())
        })
        await client.query(`listen ${CATALOGUE_CHANNEL}; listen ${ORDER_CHANNEL}`)
        listener.reached?.(await positionOf(client))
        listener.listening(true)
        for (let before = 0n; ; ) {
          await wait(BEAT, undefined, { signal: AbortSignal.any([signal, lost.signal]) })
          // A replica that lags by more than two beats is passed over, also where nobody has announced a change.
          listener.reached?.(before)
          before = await positionOf(client)
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
