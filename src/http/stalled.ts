import type { Server } from 'node:http'

/** Milliseconds; longer than a stream of events is silent. */
const STALLED = 30_000

/**
 * Ends a connection whose answer has not moved for so many milliseconds: who asks and never reads would keep what is
 * unsent, of up to 3 MB, in memory for as long as they like.
 */
export function endStalled(server: Server, after = STALLED) {
  server.on('request', (_, response) => {
    response.setTimeout(after, () => {
      // By a reset, because the kernel keeps the unsent bytes of a connection that is closed.
      if (response.socket?.writableLength) response.socket.resetAndDestroy()
    })
  })
}
