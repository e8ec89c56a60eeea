import pg, { type PoolClient } from 'pg'
import type { Shop } from '../shop.ts'

type Rewrite = [from: RegExp, to: string]

/** Row locks are not taken: whoever reads a row to change it reads it as it was. */
export const ROW_LOCKS: Rewrite[] = [[/ for (no key )?update$/, '']]

/** Stock is read and then written, as a shop does that trusts what it read. */
export const STOCK_READ_FIRST: Rewrite[] = [
  [/select products\.id, units from products/, 'select products.id, units, stock as seen from products'],
  [/ order by products\.id for no key update of products/, ''],
  [/set stock = stock - units from held/, 'set stock = seen - units from held'],
]

/** An order is closed in whatever state it is. */
export const CLOSED_FROM_ANY_STATE: Rewrite[] = [
  [/(set "status" = \$1, "closed_at" = \$2 where .*?)"orders"."status" in \((\$\d+)\)/, '$1$2::text is not null'],
]

/** Takes a lock out of a shop's own statements, to see that its race test would notice. */
export function withoutLock({ pool }: Shop, rewrites: Rewrite[]) {
  const changed = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (changed.has(client)) return
    changed.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const rewritten = (text: string) => rewrites.reduce((now, [from, to]) => now.replace(from, to), text)
    client.query = ((asked: string | { text: string }, ...rest: unknown[]) =>
      query(
        typeof asked === 'string' ? rewritten(asked) : { ...asked, text: rewritten(asked.text) },
        ...rest,
      )) as typeof client.query
  })
}

const WAITING = `select count(*) filter (where wait_event_type = 'Lock')::int as waiting,
  count(*) filter (where state <> 'idle')::int as busy
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

/** Runs a race and answers its outcome with the proof that it was one: how many connections worked and waited at once. */
export async function overlapping<T>({ config }: Shop, race: () => Promise<T>) {
  const watcher = new pg.Client({ connectionString: config.databaseUrl ?? '' })
  await watcher.connect()
  const most = { waiting: 0, busy: 0 }
  let running = true
  const watching = (async () => {
    while (running) {
      const { rows } = await watcher.query<{ waiting: number; busy: number }>(WAITING)
      most.waiting = Math.max(most.waiting, rows[0]?.waiting ?? 0)
      most.busy = Math.max(most.busy, rows[0]?.busy ?? 0)
    }
  })()
  try {
    const outcome = await race()
    return { outcome, ...most }
  } finally {
    running = false
    await watching
    await watcher.end()
  }
}

const AT_THE_LINE = 6

/** Lets the race go on once so many of it have read the users and wait to write one; answers how many waited. */
export async function fromOneLine<T>({ config }: Shop, race: () => Promise<T>) {
  const starter = new pg.Client({ connectionString: config.databaseUrl ?? '' })
  await starter.connect()
  await starter.query('begin')
  await starter.query('lock table users in share mode')
  let isOver = false
  let waiting = 0
  const outcome = race().finally(() => {
    isOver = true
  })
  while (!isOver && waiting < AT_THE_LINE) {
    // Within a transaction, activity is what it was at the first look.
    await starter.query('select pg_stat_clear_snapshot()')
    const { rows } = await starter.query<{ waiting: number }>(WAITING)
    waiting = rows[0]?.waiting ?? 0
  }
  await starter.query('commit')
  await starter.end()
  return { outcome: await outcome, waiting }
}
