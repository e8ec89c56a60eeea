import pg from 'pg'
import { SECOND } from '../config/clock.ts'

/** One statement and its rows. */
export type Asking = <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>

const LIMITS = {
  connectionTimeoutMillis: 4 * SECOND,
  query_timeout: 4 * SECOND,
  application_name: 'parts-house doctor',
}

/** A connection of its own for some questions; it is closed in every case. */
export async function withConnection<T>(url: string, work: (ask: Asking, client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, ...LIMITS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(async (text, values) => (await client.query(text, values)).rows, client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** What tells one server from another, and its databases apart. */
export const WHERE = `select pg_postmaster_start_time()::text || ' ' || (select oid from pg_database
  where datname = current_database()) as place`
