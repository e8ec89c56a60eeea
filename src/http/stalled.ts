import type { Server } from 'node:http'

/** Milliseconds; longer than a stream of events is silent. */
const STALLED = 30_000
/** Bytes of one answer that may stay unsent for longer. */
const LITTLE = 256 * 1024
/** So many looks in a row, `after` milliseconds apart, may find much of one answer unsent. */
const MOST_LOOKS = 2

/**
 * Ends a connection whose answer has not moved for so many milliseconds, or of which much is unsent twice as long: who
 * asks and never reads, or reads a trickle, would keep megabytes in memory for as long as they like.
 */
export function endStalled(server: Server, after = STALLED) {
  server.on('connection', (socket) => {
    let looks = 0
    let before = 0
    const look = setInterval(() => {
      // Where something was written since, it is another answer, or a stream.
      const isSame = socket.bytesWritten === before
      before = socket.bytesWritten
      looks = isSame && socket.writableLength > LITTLE ? looks + 1 : 0
      if (looks === MOST_LOOKS) socket.resetAndDestroy()
    }, after)
    socket.once('close', () => clearInterval(look))
  })
  server.on('request', ({ socket }, response) => {
    // Of a connection that is ended, Node still begins what it has read.
    if (socket.destroyed) return
    response.setTimeout(after, () => {
      // By a reset, because the kernel keeps the unsent bytes of a connection that is closed.
      if (response.socket?.writableLength) response.socket.resetAndDestroy()
    })
  })
}
