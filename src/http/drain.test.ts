import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { drainable } from './drain.ts'

/** A shop whose answers wait to be let go, and a visitor with one connection that is kept. */
async function openSlowShop() {
  const asked: PromiseWithResolvers<void>[] = []
  const server = createServer(async (_, response) => {
    const turn = Promise.withResolvers<void>()
    asked.push(turn)
    server.emit('asked')
    await turn.promise
    response.end('here')
  })
  const drain = drainable(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => {
    agent.destroy()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const ask = async () => {
    const arrived = once(server, 'asked')
    const answered = once(get({ host: '127.0.0.1', port, agent }), 'response')
    await arrived
    return async () => {
      asked.at(-1)?.resolve()
      const [answer] = (await answered) as [IncomingMessage]
      answer.resume()
      await once(answer, 'end')
      return answer.headers.connection
    }
  }
  return { ask, drain }
}

test('an answer is the last on its connection when the shop is told to stop while it is made', async () => {
  const { ask, drain } = await openSlowShop()
  const answer = await ask()
  const drained = drain()
  expect(await answer()).toBe('close')
  await drained
})

test('a connection that is kept gets one more answer, and one that stays silent is closed', async () => {
  const { ask, drain } = await openSlowShop()
  const first = await ask()
  expect(await first()).toBe('keep-alive')
  const drained = drain()
  const last = await ask()
  expect(await last()).toBe('close')
  await drained

  const silent = await openSlowShop()
  expect(await (await silent.ask())()).toBe('keep-alive')
  await silent.drain()
})
