import { Socket } from 'node:net'

/**
 * Sends what a turn of the event loop writes to a connection by one system call, which costs more than the rest of a short
 * statement; the server wakes up once for all of it. For TLS the driver writes past this socket.
 */
export function corkedSocket() {
  const socket = new Socket()
  let isCorked = false
  // Before that, connect() puts the socket's first `write` back.
  socket.once('connect', () => {
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
    socket.write = (...args: unknown[]) => {
      if (!isCorked) {
        isCorked = true
        socket.cork()
        setImmediate(() => {
          isCorked = false
          socket.uncork()
        })
      }
      return write(...args)
    }
  })
  return socket
}
