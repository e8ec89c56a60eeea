import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { corkedSocket } from './corked-socket.ts'

test('what a turn writes waits for its end, and is whole and in order', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = corkedSocket()
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  const heard = once(server, 'connection')
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const [peer] = (await heard) as [Socket]
  peer.setEncoding('utf8')
  for (const turn of ['one ', 'two ']) {
    for (const letter of turn) socket.write(letter)
    await Promise.resolve()
    socket.write('.')
    expect(socket.writableLength).toBe(turn.length + 1)
    let text = ''
    while (text.length <= turn.length) text += (await once(peer, 'data'))[0]
    expect(text).toBe(`${turn}.`)
    expect(socket.writableCorked).toBe(0)
  }
})
