import pg from 'pg'
import type { Pool } from './db.ts'
import { surviveLoss } from './lost-connections.ts'
import { prepareStatements } from './prepared-statements.ts'
import { sendTogether } from './send-together.ts'

const CONNECTIONS = 2

/** What drizzle asks of a client that only reads. */
export type Lookups = Pick<pg.ClientBase, 'query'> & { end(): Promise<void> }

/**
 * Connections that the short reads of many requests share: what is asked in one moment goes out together, and nobody
 * waits for a free one. Only for what an index answers at once, since all others wait behind it.
 */
export function openLookups({ options }: Pool): Lookups {
  const open = new Map<number, Promise<pg.Client>>()
  let turn = 0

  async function connect(place: number) {
    const client = new pg.Client(options)
    const forget = () => open.delete(place)
    client.on('error', forget)
    client.on('end', forget)
    prepareStatements(client)
    surviveLoss(client)
    sendTogether(client)
    try {
      await client.connect()
    } catch (error) {
      forget()
      throw error
    }
    return client
  }

  function next() {
    turn = (turn + 1) % CONNECTIONS
    const client = open.get(turn) ?? connect(turn)
    open.set(turn, client)
    return client
  }

  return {
    query: (async (...args: Parameters<pg.Client['query']>) => (await next()).query(...args)) as Lookups['query'],
    end: async () => {
      await Promise.allSettled([...open.values()].map(async (client) => (await client).end()))
    },
  }
}
