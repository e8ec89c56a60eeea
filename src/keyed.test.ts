import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { keyed } from './keyed.ts'

/** Sends a write with the key k-1 to a server that answers by `steps`, one after the other; tells the keys it saw. */
async function sendTo(...steps: RequestListener[]) {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    const step = steps[keys.length]
    keys.push(request.headers['idempotency-key'])
    step?.(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { headers, fetch } = keyed('k-1')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { status } = await fetch(url, { method: 'POST', headers })
  return { status, keys }
}

const reset: RequestListener = (_, response) => response.destroy()
const answers =
  (status: number): RequestListener =>
  (_, response) =>
    response.writeHead(status).end()

test('a write whose answer is lost, or not known to the shop, is sent again with its key', async () => {
  const { status, keys } = await sendTo(reset, answers(503), answers(201))
  expect([status, keys]).toEqual([201, ['k-1', 'k-1', 'k-1']])
})

test('what the shop refused is not sent again, and what stays unknown no oftener than three times', async () => {
  expect(await sendTo(answers(409))).toEqual({ status: 409, keys: ['k-1'] })
  const lost = await sendTo(answers(503), reset, answers(503), answers(503))
  expect([lost.status, lost.keys.length]).toEqual([503, 4])
})
