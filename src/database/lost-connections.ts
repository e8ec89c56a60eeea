import type { ClientBase } from 'pg'

const SILENT = 'Query read timeout'

type Told = (error: Error | null, result?: unknown) => void

/**
 * Makes a connection safe to lose: one that is cut off while it is in use fails its statements instead of ending the
 * process, and one that has not answered in time is closed, so that nobody else is given it.
 */
export function surviveLoss(client: ClientBase) {
  // Its statements are told as well; without a listener the event alone would be an uncaught exception.
  client.on('error', () => undefined)
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    const told = args.at(-1)
    if (typeof told === 'function') return query(...args.slice(0, -1), watched(client, told as Told))
    const answer = query(...args)
    if (answer instanceof Promise) answer.catch((error: Error) => closeIfSilent(client, error))
    return answer
  }) as ClientBase['query']
}

const watched = (client: ClientBase, told: Told): Told => {
  return (error, result) => {
    if (error) closeIfSilent(client, error)
    told(error, result)
  }
}

/** The driver leaves such a connection waiting for the late answer, and a ROLLBACK would wait behind it. */
function closeIfSilent(client: ClientBase, { message }: Error) {
  if (message === SILENT)
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}
