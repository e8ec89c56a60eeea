import type { ClientBase } from 'pg'

type Inside = { connection: { stream: { cork(): void; uncork(): void } } }

/**
 * What is asked of a connection within one turn of the event loop goes out in one write, which costs more than the
 * question that is in it. Nothing is sent ahead of its turn: a connection in pipeline mode answers in order.
 */
export function sendTogether(client: ClientBase) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let isWaiting = false
  client.query = ((...args: unknown[]) => {
    if (!isWaiting) {
      isWaiting = true
      const { stream } = (client as unknown as Inside).connection
      stream.cork()
      setImmediate(() => {
        isWaiting = false
        stream.uncork()
      })
    }
    return query(...args)
  }) as ClientBase['query']
}
