import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** Requests that a connection may have under way: browsers and proxies send one, and HTTP/1.1 allows more. */
const MOST = 16

/**
 * Ends a connection that sends more requests before the first is answered. Node reads and begins all that arrive
 * together, some 900 in 64 KB, before anybody else has a turn.
 */
export function endPipelines(answer: RequestListener): RequestListener {
  const underWay = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (underWay.get(socket) ?? 0) + 1
    if (count > MOST) socket.destroy()
    if (socket.destroyed) return
    underWay.set(socket, count)
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 0) - 1))
    answer(request, response)
  }
}
