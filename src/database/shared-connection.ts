import pg from 'pg'
import { nameStatements } from './connection.ts'

/** What drizzle, and others that need no connection of their own, ask of a client. */
export type Shared = Pick<pg.ClientBase, 'query'> & { end(): Promise<void> }

/**
 * A connection that the short statements of many requests share: what is asked in one moment goes out together, and nobody
 * waits for a free one. Only for what an index answers at once, since all others wait behind it. `settings` are
 * PostgreSQL's, as its command line takes them.
 */
export function shareConnection({ options }: pg.Pool, settings?: string): Shared {
  let open: Promise<pg.Client> | undefined

  function connect(): Promise<pg.Client> {
    const client = new pg.Client(settings ? { ...options, options: settings } : options)
    nameStatements(client)
    // What is lost says so more than once, and another may be open by then.
    const forget = () => {
      if (open === opening) open = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    const opening = client.connect().then(() => client)
    opening.catch(forget)
    return opening
  }

  return {
    query: (async (...args: Parameters<pg.Client['query']>) => {
      open ??= connect()
      return (await open).query(...args)
    }) as Shared['query'],
    end: async () => {
      await open?.then((client) => client.end()).catch(() => undefined)
    },
  }
}
