import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { figure, isLong, long } from './figures.ts'
import { openRealShop } from './real-shop.ts'

const CLOSED_WITHIN = 25_000

/** Sends a request a byte at a time and never ends it; resolves with how long the shop put up with that. */
function dawdle(port: number, head: string): Promise<number> {
  const begin = performance.now()
  const socket: Socket = connect(port, '127.0.0.1', () => socket.write(head))
  const timer = setInterval(() => socket.writable && socket.write('x'), 1000)
  socket.on('error', () => undefined)
  socket.resume()
  return new Promise((resolve) =>
    socket.on('close', () => {
      clearInterval(timer)
      resolve(performance.now() - begin)
    }),
  )
}

test('clients that never finish asking are shown out, and keep nobody else waiting', { timeout: 120_000 }, async () => {
  const real = await openRealShop()
  await real.start()
  await wait(1000)
  const count = long(500, 100)
  const dawdlers = Array.from({ length: count }, () =>
    dawdle(real.port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '),
  )
  let slowest = 0
  for (let look = 0; look < 20; look++) {
    const start = performance.now()
    expect((await fetch(`${real.origin}/products`)).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - start)
    await wait(100)
  }
  const longest = Math.max(...(await Promise.all(dawdlers)))
  expect(longest).toBeLessThan(CLOSED_WITHIN)
  if (isLong) expect(slowest).toBeLessThan(1000)
  figure('slow clients', {
    'at once': count,
    'shown out after s': Math.round(longest / 1000),
    'slowest page beside them ms': Math.round(slowest),
  })
})
