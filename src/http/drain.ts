import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

const GRACE = 1000
const LOOK_EVERY = 100
const PATIENCE = 6000

/** Node's own note of what is being answered on a connection. */
type Answering = Socket & { _httpMessage?: ServerResponse | null }

/**
 * Answers what a server needs to stop without dropping a request: it takes no new connection, the next answer on each
 * open one says that it is the last, also one that is being made, and those that stay idle are closed after a second.
 * Resolves when all are, or when the last who ask slowly have had six seconds.
 */
export function drainable(server: Server): () => Promise<void> {
  let isDraining = false
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.prependListener('request', (_, response) => {
    if (isDraining) response.setHeader('Connection', 'close')
  })
  return async () => {
    isDraining = true
    for (const socket of sockets) {
      const { _httpMessage: answer } = socket as Answering
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
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
      if (waited > PATIENCE) server.closeAllConnections()
    }
    // What has come in by then is read before anything is cut: only now is a connection idle that still seems to be.
    const timer = setInterval(() => setImmediate(cut), LOOK_EVERY)
    await closed
    clearInterval(timer)
  }
}
