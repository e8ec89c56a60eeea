import pg from 'pg'
import { nameStatements, READ_ONLY } from './connection.ts'
import { traceStatements } from './trace-statements.ts'

/** The part of pg.Client that drizzle uses. */
export type Shared = Pick<pg.ClientBase, 'query'> & { end(): Promise<void> }

/** A range of numbers has the same plan whatever its ends, which PostgreSQL would else make anew for each pair. */
const PLAN_ONCE = '-c plan_cache_mode=force_generic_plan'

/**
 * A connection that the short reads of many requests share in pipeline mode, so that none waits for a free one. Only for
 * what an index answers at once, since all others wait behind it. `pooled`: a pooler refuses settings of a session.
 */
export function shareConnection({ options: own }: pg.Pool, { pooled = false } = {}): Shared {
  const options = pooled ? own : { ...own, options: PLAN_ONCE }
  let open: Promise<pg.Client> | undefined

  function connect(): Promise<pg.Client> {
    const client = new pg.Client(options)
    nameStatements(client)
    traceStatements(client)
    // 'error' and 'end' may both fire, and a new connection may be open by then.
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
      const client = await open
      try {
        return await client.query(...args)
      } catch (error) {
        if ((error as pg.DatabaseError).code === READ_ONLY) client.end().catch(() => undefined)
        throw error
      }
    }) as Shared['query'],
    end: async () => {
      await open?.then((client) => client.end()).catch(() => undefined)
    },
  }
}
