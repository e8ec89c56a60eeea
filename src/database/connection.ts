import type { ClientBase, QueryConfig } from 'pg'

/** Bounds what a connection keeps planned; the shop has far fewer statements than this. */
const MOST = 200
const LONGEST = 6000

/** read_only_sql_transaction: a standby was asked to write. */
export const READ_ONLY = '25006'

/**
 * Names every statement that has parameters, so PostgreSQL plans it once per connection (half the database time of an
 * order). Searches stay unnamed: a generic plan would scan the table for a rare word.
 */
export function nameStatements(client: ClientBase) {
  // A lost connection fails its statements, too; without a listener the event alone would end the process.
  client.on('error', () => undefined)
  const names = new Map<string, string>()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((config: string | QueryConfig, values: unknown, ...rest: unknown[]) => {
    const wanted = typeof config === 'string' ? { text: config } : config
    const filled = Array.isArray(values) ? values : wanted.values
    const name = filled?.length ? (wanted.name ?? nameOf(wanted.text, names)) : undefined
    return name ? query({ ...wanted, name, values: filled }, undefined, ...rest) : query(config, values, ...rest)
  }) as ClientBase['query']
}

function nameOf(text: string, names: Map<string, string>) {
  const known = names.get(text)
  if (known || names.size >= MOST || text.length > LONGEST || text.includes(' ilike ')) return known
  const name = `shop_${names.size}`
  names.set(text, name)
  return name
}
