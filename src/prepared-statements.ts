import type { ClientBase, QueryConfig } from 'pg'

/** Bounds what a connection keeps planned; the shop has far fewer statements than this. */
const MOST = 200
const LONGEST = 6000

const names = new Map<string, string>()

/**
 * Lets PostgreSQL plan each statement once a connection and not each time, which is half of what an order costs it.
 * Only statements with parameters, so their text is one of a few. A search is planned for its words each time: a plan
 * for any word would walk a whole table for a rare one.
 */
export function prepareStatements(client: ClientBase) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((config: string | QueryConfig, values: unknown, ...rest: unknown[]) =>
    query(named(config, values), values, ...rest)) as ClientBase['query']
}

function named(config: string | QueryConfig, values: unknown) {
  if (!Array.isArray(values) || values.length === 0) return config
  const wanted = typeof config === 'string' ? { text: config } : config
  const name = wanted.name ?? nameOf(wanted.text)
  return name ? { ...wanted, name } : config
}

function nameOf(text: string) {
  const known = names.get(text)
  if (known || names.size >= MOST || text.length > LONGEST || text.includes(' ilike ')) return known
  const name = `shop_${names.size}`
  names.set(text, name)
  return name
}
