import pg, { type PoolClient } from 'pg'
import type { Shop } from '../shop.ts'

type Rewrite = [from: RegExp, to: string]

/** Removes row locks: two transactions that read a row to change it both read the old values. */
export const ROW_LOCKS: Rewrite[] = [[/ for (no key )?update$/, '']]

/** Removes the queues of advisory locks. */
export const TURNS: Rewrite[] = [[/\bpg_advisory_xact_lock/g, 'pg_try_advisory_xact_lock']]

/** Stock is read and then written, as a shop does that trusts what it read. */
export const STOCK_READ_FIRST: Rewrite[] = [
  [/select products\.id, units from/, 'select products.id, units, stock as seen from'],
  [/ order by products\.id for no key update of products/, ''],
  [/set stock = stock - units from held/, 'set stock = seen - units from held'],
]

/** An order is closed in whatever state it is. */
export const CLOSED_FROM_ANY_STATE: Rewrite[] = [
  [/(set "status" = \$1, "closed_at" = \$2 where .*?)"orders"."status" in \((\$\d+)\)/, '$1$2::text is not null'],
]

/** Takes a lock out of a shop's own statements, to see that its race test would notice. */
export function withoutLock({ pool, writes }: Shop, rewrites: Rewrite[]) {
  const changed = new WeakSet<PoolClient>()
  const rewrite = (client: PoolClient) => {
    if (changed.has(client)) return
    changed.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const rewritten = (text: string) => rewrites.reduce((now, [from, to]) => now.replace(from, to), text)
    client.query = ((asked: string | { text: string }, ...rest: unknown[]) =>
      query(
        typeof asked === 'string' ? rewritten(asked) : { ...asked, text: rewritten(asked.text) },
        ...rest,
      )) as typeof client.query
  }
  for (const one of [pool, writes]) one.on('acquire', rewrite)
}

const WAITING = `select count(*) filter (where wait_event_type = 'Lock')::int as waiting
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

/**
 * Holds a table's rows as they are until so many connections of a race wait to change one, then lets them all go on at
 * once; answers the race's outcome and how many waited.
 */
export async function fromOneLine<T>(
  { config }: Shop,
  table: 'orders' | 'products' | 'users',
  race: () => Promise<T>,
  atTheLine = 4,
) {
  const starter = new pg.Client({ connectionString: config.databaseUrl ?? '' })
  await starter.connect()
  await starter.query('begin')
  await starter.query(`lock table ${table} in share mode`)
  let isOver = false
  let waiting = 0
  const outcome = race().finally(() => {
    isOver = true
  })
  while (!isOver && waiting < atTheLine) {
    // Within a transaction, activity is what it was at the first look.
    await starter.query('select pg_stat_clear_snapshot()')
    const { rows } = await starter.query<{ waiting: number }>(WAITING)
    waiting = rows[0]?.waiting ?? 0
  }
  await starter.query('commit')
  await starter.end()
  return { outcome: await outcome, waiting }
}
