import type { Server } from 'node:http'

/** Longer than a stream of events is silent, and than any answer takes. */
const STALLED = 30_000

/**
 * Ends a connection on which nothing moves for so many milliseconds: who asks and never reads would keep the answer, of
 * up to 3 MB, in memory for as long as they like.
 */
export function endStalled(server: Server, after = STALLED) {
  // By a reset, since the machine would keep what is unread after the usual end.
  server.setTimeout(after, (socket) => socket.resetAndDestroy())
}
