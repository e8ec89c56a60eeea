import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openRealShop, type RealShop } from './real-shop.ts'

/** Starts a shop that ends by itself, and answers with what code. */
async function failedStart(real: RealShop) {
  const [code] = await once(real.launch(), 'close')
  return code
}

test.each([
  ['a setting is wrong', { PORT: 'door' }, /^PORT must be a port from 1 to 65535\.\n$/],
  [
    'its folder cannot be used',
    { DATA_DIR: '/dev/null/shop' },
    /^DATA_DIR \/dev\/null\/shop cannot be read and written \(E\w+\)\.\n$/,
  ],
  [
    'its database is not there',
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' },
    /^The database at DATABASE_URL does not answer \(.*ECONNREFUSED.*\)\.\n$/,
  ],
])('a start ends with one sentence and code 1 when %s', async (_, env: Record<string, string>, sentence) => {
  const real = await openRealShop({ env })
  expect(await failedStart(real)).toBe(1)
  expect(real.said()).toMatch(sentence)
})

test('a start on a port in use says so, and takes its database along', async () => {
  const real = await openRealShop()
  const other = createServer().listen(real.port, '127.0.0.1')
  await once(other, 'listening')
  expect(await failedStart(real)).toBe(1)
  expect(real.said()).toContain(`Port ${real.port} is in use; set PORT to another.\n`)
  expect(existsSync(join(real.dataDir, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
  other.close()
})

test('who asks in the first moment is answered: a page, a call, and a message that is written as a job', async () => {
  const real = await openRealShop()
  await real.start()
  await real.end('SIGTERM')
  real.launch()
  const isAlive = () =>
    fetch(`${real.origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isAlive())) await wait(1)
  const headers = { 'Content-Type': 'application/json' }
  const message = JSON.stringify({ email: 'visitor@example.com', message: 'Do you have EF-230?' })
  const answers = await Promise.all([
    fetch(`${real.origin}/products`),
    fetch(`${real.origin}/api/products`),
    fetch(`${real.origin}/api/contact`, { method: 'POST', headers, body: message }),
    fetch(`${real.origin}/readyz`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 201, 200])
  expect((await real.end('SIGTERM')).code).toBe(0)
})
