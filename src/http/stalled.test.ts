import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { acceptRequests, HTTP_OPTIONS } from './accept-requests.ts'
import { endStalled } from './stalled.ts'

/** More than the machine itself takes for somebody who does not read. */
const LONG = Buffer.alloc(50_000_000)

async function open() {
  const server = createServer((_, answer) => answer.end(LONG)).listen(0, '127.0.0.1')
  endStalled(server, 1000)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return async () => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => undefined)
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
    const [there] = (await once(server, 'connection')) as [Socket]
    return { client, there }
  }
}

test('who asks and never reads the answer is shown out, and who reads it gets all of it', async () => {
  const ask = await open()
  const { there } = await ask()
  await once(there, 'close')
  const { client } = await ask()
  let read = 0
  for await (const portion of client) read += portion.length
  expect(read).toBeGreaterThan(LONG.length)
})

test('who reads a trickle of a long answer is shown out before the end', async () => {
  const ask = await open()
  const { client, there } = await ask()
  let read = 0
  const trickle = setInterval(() => {
    read += client.read()?.length ?? 0
  }, 20)
  onTestFinished(() => clearInterval(trickle))
  await once(there, 'close')
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(LONG.length / 2)
})

test('what a connection sends beyond the requests that it may have under way is not watched', async () => {
  const server = createServer(HTTP_OPTIONS)
  let watched = 0
  acceptRequests(server, () => undefined)
  endStalled(server)
  server.on('request', (_, answer) => {
    watched += answer.listenerCount('timeout')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1000))
  await once(client, 'close')
  expect(watched).toBe(4)
})
