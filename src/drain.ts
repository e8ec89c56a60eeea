import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'

const GRACE = 1000
const LOOK_EVERY = 100

/**
 * Answers what a server needs to stop without dropping a request: it takes no new connection, the next answer on each
 * open one says that it is the last, and those that stay idle are closed after a second. Resolves when all are.
 */
export function drainable(server: Server): () => Promise<void> {
  let isDraining = false
  server.prependListener('request', (_, response) => {
    if (isDraining) response.setHeader('Connection', 'close')
  })
  return async () => {
    isDraining = true
    // The HTTP server's own close would cut idle connections at once, with the request that may be on its way in them.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    let timer = setTimeout(function look() {
      server.closeIdleConnections()
      timer = setTimeout(look, LOOK_EVERY)
    }, GRACE)
    await closed
    clearTimeout(timer)
  }
}
