import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { filledDatabase } from '../testing/filled-database.ts'
import { figure, isLong, long } from './figures.ts'
import { openRealShop } from './real-shop.ts'

const CLOSED_WITHIN = 25_000

/** Sends a request a byte at a time and never ends it; `shownOut` resolves with how long the shop put up with that. */
async function dawdle(port: number, head: string) {
  const begin = performance.now()
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  // By a reset where the shop had not read the last byte.
  const shownOut = new Promise<number>((resolve) => socket.on('close', () => resolve(performance.now() - begin)))
  await once(socket, 'connect')
  socket.write(head)
  const timer = setInterval(() => socket.writable && socket.write('x'), 1000)
  socket.on('close', () => clearInterval(timer))
  return { shownOut }
}

test('clients that never finish asking are shown out, and keep nobody else waiting', { timeout: 120_000 }, async () => {
  const real = await openRealShop({ env: { DATABASE_URL: await filledDatabase() } })
  await real.start()
  const count = long(500, 100)
  const head = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '
  const dawdlers = await Promise.all(Array.from({ length: count }, () => dawdle(real.port, head)))
  let slowest = 0
  for (let look = 0; look < 20; look++) {
    const start = performance.now()
    expect((await fetch(`${real.origin}/products`)).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - start)
  }
  const longest = Math.max(...(await Promise.all(dawdlers.map(({ shownOut }) => shownOut))))
  if (isLong) expect([longest < CLOSED_WITHIN, slowest < 1000]).toEqual([true, true])
  figure('slow clients', {
    'at once': count,
    'shown out after s': Math.round(longest / 1000),
    'slowest page beside them ms': Math.round(slowest),
  })
})
