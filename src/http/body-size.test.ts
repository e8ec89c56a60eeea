import { request } from 'node:http'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/open-test-shop.ts'
import { KB, MB } from './body-size.ts'

const ENV = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' }
const [THERE, ELSEWHERE] = ['198.51.100.1', '198.51.100.2']
const MESSAGE = { name: 'Ida', email: 'ida@example.com', subject: 'A hinge', message: 'Do you have it?' }

test.each([
  ['an announced', { 'Content-Length': 100 * KB }],
  ['an unannounced', { 'Transfer-Encoding': 'chunked' }],
])(
  'four megabytes of bodies of an address are under way at once, and %s one beyond is refused and ends its connection',
  async (_, length) => {
    const { origin } = await openTestShop({ env: ENV })
    const ask = (from: string) =>
      fetch(`${origin}/api/contact`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
        body: JSON.stringify(MESSAGE),
      })
    const refused: unknown[] = []
    const crowd = Array.from({ length: 41 }, () => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': THERE, ...length }
      const sent = request(`${origin}/api/contact`, { method: 'POST', headers })
      sent.on('response', ({ statusCode, headers: { connection } }) => refused.push([statusCode, connection]))
      sent.on('error', () => undefined)
      sent.write('{')
      return sent
    })
    expect(41 * 100 * KB).toBeGreaterThan(4 * MB)
    await expect.poll(() => refused).toEqual([[429, 'close']])
    expect((await ask(ELSEWHERE)).status).toBe(201)
    for (const one of crowd) one.destroy()
    await expect.poll(async () => (await ask(THERE)).status).toBe(201)
  },
)
