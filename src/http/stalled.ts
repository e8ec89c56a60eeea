import type { Server } from 'node:http'

/** Longer than a stream of events is silent. */
const STALLED = 30_000

/**
 * Ends a connection whose answer has not moved for so many milliseconds: who asks and never reads would keep what is
 * unsent, of up to 3 MB, in memory for as long as they like.
 */
export function endStalled(server: Server, after = STALLED) {
  server.on('request', (_, response) => {
    response.setTimeout(after, () => {
      // By a reset, since the machine would keep what is unread after the usual end.
      if (response.socket?.writableLength) response.socket.resetAndDestroy()
    })
  })
}
