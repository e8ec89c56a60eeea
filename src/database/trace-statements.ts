import { AsyncResource } from 'node:async_hooks'
import type { ClientBase, Pool, QueryConfig } from 'pg'
import { currentTracing } from '../config/tracing.ts'

const LONGEST = 2000

/** Makes each statement of a connection a part of the trace that asks it; values stay out. */
export function traceStatements(client: ClientBase) {
  const tracing = currentTracing()
  if (!tracing) return
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const [asked] = args as [string | (QueryConfig & { submit?: unknown })]
    // A COPY is a stream that ends elsewhere.
    const end = typeof asked === 'object' && asked.submit ? undefined : tracing.begin(partOf(asked))
    if (!end) return query(...args)
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const ended = (error: unknown, ...rest: unknown[]) => {
        end(error)
        callback(error, ...rest)
      }
      return query(...args.slice(0, -1), ended)
    }
    const answer = query(...args) as Promise<unknown>
    answer.then(() => end(), end)
    return answer
  }) as ClientBase['query']
}

/** Keeps a request that waits for a free connection in its own trace, whoever gives the connection back. */
export function traceWaiting(pool: Pool) {
  if (!currentTracing()) return
  const connect = pool.connect.bind(pool) as (callback?: (...args: unknown[]) => void) => unknown
  pool.connect = ((callback?: (...args: unknown[]) => void) =>
    connect(callback && AsyncResource.bind(callback))) as Pool['connect']
}

function partOf(asked: string | QueryConfig) {
  const text = (typeof asked === 'string' ? asked : asked.text).trim()
  const name = /^\w+/.exec(text)?.[0].toLowerCase() ?? 'statement'
  return {
    name,
    kind: 'call',
    facts: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, LONGEST) },
  } as const
}
