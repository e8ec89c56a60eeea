import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { endPipelines } from './pipelines.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'

async function open() {
  const begun: ServerResponse[] = []
  const server = createServer(endPipelines((_, response) => void begun.push(response))).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  return { begun, client }
}

test('of a thousand requests that one connection sends at once sixteen are begun, and the connection ends', async () => {
  const { begun, client } = await open()
  client.write(REQUEST.repeat(1000))
  await once(client, 'close')
  expect(begun).toHaveLength(16)
})

test('sixteen at once are answered, over and over on the same connection', async () => {
  const { begun, client } = await open()
  for (let round = 0; round < 3; round++) {
    client.write(REQUEST.repeat(16))
    await expect.poll(() => begun.length).toBe(16)
    let answers = ''
    client.on('data', (text) => {
      answers += text
    })
    for (const response of begun.splice(0)) response.end('here')
    await expect.poll(() => answers.match(/^here/gm)).toHaveLength(16)
    client.removeAllListeners('data')
  }
  client.destroy()
})
