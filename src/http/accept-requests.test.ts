import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { acceptRequests, HTTP_OPTIONS } from './accept-requests.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const ODD = [
  ['without a Host', 'GET / HTTP/1.1\r\n\r\n', '400 Bad Request'],
  ['with an odd Expect', 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: a\r\n\r\n', '417 Expectation Failed'],
] as const

async function open() {
  const begun: ServerResponse[] = []
  const server = createServer(HTTP_OPTIONS)
  acceptRequests(server, (_, response) => void begun.push(response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  return { begun, client }
}

test('of a thousand requests that one connection sends at once four are begun, and the connection ends', async () => {
  const { begun, client } = await open()
  client.write(REQUEST.repeat(1000))
  await once(client, 'close')
  expect(begun).toHaveLength(4)
})

test('four at once are answered, over and over on the same connection', async () => {
  const { begun, client } = await open()
  for (let round = 0; round < 3; round++) {
    client.write(REQUEST.repeat(4))
    await expect.poll(() => begun.length).toBe(4)
    let answers = ''
    client.on('data', (text) => {
      answers += text
    })
    for (const response of begun.splice(0)) response.end('here')
    await expect.poll(() => answers.match(/^here/gm)).toHaveLength(4)
    client.removeAllListeners('data')
  }
  client.destroy()
})

test.each(ODD)('a request %s is refused as the last of its connection', async (_, request, status) => {
  const { begun, client } = await open()
  client.write(request)
  expect(await text(client)).toMatch(new RegExp(`^HTTP/1.1 ${status}\r\n.*Connection: close\r\n`, 's'))
  expect(begun).toEqual([])
})

test.each(ODD)('requests %s are under way like others, and too many of them end the connection', async (_, request) => {
  const { begun, client } = await open()
  client.write(REQUEST)
  await expect.poll(() => begun.length).toBe(1)
  client.write(request.repeat(4))
  await once(client, 'close')
  expect(begun).toHaveLength(1)
})
