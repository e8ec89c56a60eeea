import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendOnce } from './send-once.ts'

/** A tab, and a shop whose answers wait until they are given. */
async function aTab() {
  // Its keys are those of what is kept, as a browser's are.
  const storage = Object.create({
    getItem: (name: string) => storage[name] ?? null,
    setItem: (name: string, value: string) => {
      storage[name] = value
    },
    removeItem: (name: string) => void delete storage[name],
  })
  vi.stubGlobal('sessionStorage', storage)
  const asked: { key: unknown; response: ServerResponse }[] = []
  const server = createServer((request, response) => {
    asked.push({ key: request.headers['idempotency-key'], response })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const send = async () => {
    const before = asked.length
    const answer = sendOnce(url, { method: 'POST' })
    await expect.poll(() => asked.length).toBe(before + 1)
    return { ...asked[before], answer }
  }
  return { send, asked }
}

test('a write that begins before another one is answered has a key of its own', async () => {
  const { send } = await aTab()
  const [first, second] = [await send(), await send()]
  expect(second.key).not.toBe(first.key)
  for (const one of [first, second]) one.response?.writeHead(201).end('{}')
  await Promise.all([first.answer, second.answer])
})

test('a write whose answer was lost has its key again, also when it was sent beside another one', async () => {
  const { send, asked } = await aTab()
  const [first, second] = [await send(), await send()]
  first.response?.writeHead(201).end('{}')
  await first.answer
  const lost = expect(second.answer).rejects.toThrow()
  for (let at = 1; at <= 4; at++) {
    await expect.poll(() => asked.length, { timeout: 5000 }).toBeGreaterThan(at)
    asked[at]?.response.destroy()
  }
  await lost
  const again = await send()
  expect(again.key).toBe(second.key)
  again.response?.writeHead(201).end('{}')
  await again.answer
})
