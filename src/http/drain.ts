import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

const GRACE = 1000
const LOOK_EVERY = 100
const PATIENCE = 6000

/**
 * Answers a function that stops the server without dropping a request: it takes no new connection, the next answer on
 * each open one says that it is the last, also one that is being made, and those that stay idle are closed after a second.
 * Resolves when all are closed, at the latest after six seconds.
 */
export function drainable(server: Server): () => Promise<void> {
  let isDraining = false
  /** Each open connection, with the newest answer on it. */
  const answers = new Map<Socket, ServerResponse | undefined>()
  server.on('connection', (socket: Socket) => {
    answers.set(socket, undefined)
    socket.once('close', () => answers.delete(socket))
  })
  server.prependListener('request', ({ socket }, response) => {
    answers.set(socket, response)
    if (isDraining) response.setHeader('Connection', 'close')
  })
  return async () => {
    isDraining = true
    for (const answer of answers.values()) {
      if (answer && !answer.headersSent) answer.setHeader('Connection', 'close')
    }
    const began = performance.now()
    // The HTTP server's own close would cut idle connections at once, with the request that may be on its way in them.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
    const cut = () => {
      const waited = performance.now() - began
      if (waited < GRACE) return
      server.closeIdleConnections()
      // To Node a connection that never asked anything, such as a browser's spare one, is not idle.
      for (const socket of answers.keys()) if (socket.bytesRead === 0) socket.destroy()
      if (waited > PATIENCE) server.closeAllConnections()
    }
    // setImmediate lets bytes that have arrived be read first, so a connection with a request in it does not look idle.
    const timer = setInterval(() => setImmediate(cut), LOOK_EVERY)
    await closed
    clearInterval(timer)
  }
}
