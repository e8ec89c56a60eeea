import pg from 'pg'
import type { Pool } from './db.ts'
import { surviveLoss } from './lost-connections.ts'
import { prepareStatements } from './prepared-statements.ts'
import { sendTogether } from './send-together.ts'

/** What drizzle, and others that need no connection of their own, ask of a client. */
export type Shared = Pick<pg.ClientBase, 'query'> & { end(): Promise<void> }

type Sharing = { connections: number; settings?: string }

/**
 * Connections that the short statements of many requests share: what is asked in one moment goes out together, and nobody
 * waits for a free one. Only for what an index answers at once, since all others wait behind it. `settings` are
 * PostgreSQL's, as its command line takes them.
 */
export function shareConnections({ options }: Pool, { connections, settings }: Sharing): Shared {
  const open = new Map<number, Promise<pg.Client>>()
  let turn = 0

  async function connect(place: number) {
    const client = new pg.Client(settings ? { ...options, options: settings } : options)
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
    turn = (turn + 1) % connections
    const client = open.get(turn) ?? connect(turn)
    open.set(turn, client)
    return client
  }

  return {
    query: (async (...args: Parameters<pg.Client['query']>) => (await next()).query(...args)) as Shared['query'],
    end: async () => {
      await Promise.allSettled([...open.values()].map(async (client) => (await client).end()))
    },
  }
}
