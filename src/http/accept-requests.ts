import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '../wire/refusal.ts'

/**
 * Requests that a connection may have under way. HTTP/1.1 allows any number. Browsers and proxies wait for the answer to
 * one before they send the next, which may come before Node has closed that answer.
 */
const MOST = 4

/**
 * Node's own limits for slow clients, which it checks every few seconds. It would answer a request without Host by itself,
 * and so uncounted; `acceptRequests` refuses it instead.
 */
export const HTTP_OPTIONS = {
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5000,
  requireHostHeader: false,
}

/**
 * Hands the requests of a server to `answer`. A connection that sends more before the first is answered is ended: Node
 * reads all that arrive together, some 3,600 in 64 KB, before anybody else has a turn.
 */
export function acceptRequests(server: Server, answer: RequestListener) {
  const underWay = new WeakMap<Socket, number>()
  const counted =
    (respond: RequestListener): RequestListener =>
    (request, response) => {
      const { socket } = request
      const count = (underWay.get(socket) ?? 0) + 1
      // Ends the connection, too. What Node has read of it beyond costs a quarter less when it is ended here already.
      if (count > MOST || socket.destroyed) return void request.destroy()
      underWay.set(socket, count)
      response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 0) - 1))
      respond(request, response)
    }
  server.on(
    'request',
    counted((request, response) => {
      const refusal = refusalOf(request)
      if (refusal) refuse(response, refusal)
      else answer(request, response)
    }),
  )
  server.on(
    'checkExpectation',
    counted((_, response) => refuse(response, new Refusal('expectation_failed', 'Only 100-continue may be expected.'))),
  )
}

/** HTTP/1.0, which the probes of load balancers speak, has no Host. */
function refusalOf({ headers, httpVersion }: IncomingMessage) {
  const lacksHost = headers.host === undefined && httpVersion !== '1.0'
  return lacksHost ? new Refusal('bad_request', 'The request has no Host.') : undefined
}

/** The last answer of its connection. */
function refuse(response: ServerResponse, refusal: Refusal) {
  response.writeHead(refusal.status, { 'Content-Type': 'application/json', Connection: 'close' })
  response.end(JSON.stringify(refusal.toProblem()))
}
