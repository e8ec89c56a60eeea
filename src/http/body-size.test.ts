import { request } from 'node:http'
import { expect, test } from 'vitest'
import { aForgedSignature } from '../payments/open-test-payments.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { KB, MB } from './body-size.ts'

const ENV = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' }
const [THERE, ELSEWHERE] = ['198.51.100.1', '198.51.100.2']
const MESSAGE = { name: 'Ida', email: 'ida@example.com', subject: 'A hinge', message: 'Do you have it?' }

type Sent = { path?: string; from?: string; headers?: Record<string, string | number>; bytes: number }

async function open() {
  const { origin, shop } = await openTestShop({ env: ENV })
  const answers: unknown[] = []
  /** Sends so many bytes of a body that does not end. */
  const begin = ({ path = '/api/contact', from = THERE, headers, bytes }: Sent) => {
    const all = { 'Content-Type': 'application/json', 'X-Forwarded-For': from, ...aForgedSignature(shop), ...headers }
    const sent = request(`${origin}${path}`, { method: 'POST', headers: all })
    sent.on('response', ({ statusCode, headers: { connection } }) => answers.push([statusCode, connection]))
    sent.on('error', () => undefined)
    sent.write('x'.repeat(bytes))
    return sent
  }
  const ask = async (from: string, message = MESSAGE.message) => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from }
    const body = JSON.stringify({ ...MESSAGE, message })
    return (await fetch(`${origin}/api/contact`, { method: 'POST', headers, body })).status
  }
  return { answers, begin, ask }
}

const ANNOUNCED = { 'Content-Length': 100 * KB }
const LONG = 'x'.repeat(90 * KB)
const REFUSED = [429, 'close']

test.each([
  ['announced', ANNOUNCED],
  ['unannounced', { 'Transfer-Encoding': 'chunked' }],
])(
  'four megabytes of bodies of an address are under way at once, and an %s one beyond is refused and ends its connection',
  async (_, headers) => {
    const { answers, begin, ask } = await open()
    const crowd = Array.from({ length: 42 }, () => begin({ headers, bytes: 99 * KB }))
    await expect.poll(() => answers).toContainEqual(REFUSED)
    expect(await ask(THERE, LONG)).toBe(429)
    expect([await ask(ELSEWHERE, LONG), await ask(THERE)]).toEqual([422, 201])
    for (const one of crowd) one.destroy()
    await expect.poll(() => ask(THERE, LONG)).toBe(422)
  },
)

test('who announces much and sends nothing keeps no body of the same address from being read', async () => {
  const { begin, ask } = await open()
  const crowd = Array.from({ length: 60 }, () => begin({ headers: ANNOUNCED, bytes: 1 }))
  expect(await ask(THERE, LONG)).toBe(422)
  for (const one of crowd) one.destroy()
})

test('bodies up to 16 KB of an address that wait for their turn are counted together', async () => {
  const { origin, shop } = await openTestShop({ env: ENV })
  const json = JSON.stringify({ ...MESSAGE, message: 'x'.repeat(15 * KB) })
  const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': THERE }
  const refused: string[] = []
  const send = async () => {
    const answer = await fetch(`${origin}/api/contact`, { method: 'POST', headers, body: json })
    const { message } = (await answer.json()) as { message: string }
    if (answer.status === 429) refused.push(message)
  }
  const holder = await shop.pool.connect()
  await holder.query('begin; lock table rate_limits in access exclusive mode')
  const crowd = Array.from({ length: 300 }, send)
  await expect.poll(() => refused).toContain('Too much is sent at once. Try again in a moment.')
  await holder.query('rollback')
  holder.release()
  await Promise.all(crowd)
})

test('what is sent to the webhook keeps no other body of the same address from being read', async () => {
  const { answers, begin, ask } = await open()
  const headers = { 'Content-Length': MB }
  const crowd = Array.from({ length: 6 }, () => begin({ path: '/api/stripe/webhook', headers, bytes: MB - KB }))
  await expect.poll(() => answers).toContainEqual(REFUSED)
  expect(await ask(THERE, LONG)).toBe(422)
  for (const one of crowd) one.destroy()
})

test.each([
  ['absent', {}],
  ['of another form', { 'Stripe-Signature': 't=now,v1=00' }],
  ['old', { 'Stripe-Signature': `t=1,v1=${'0'.repeat(64)}` }],
])('what comes to the webhook with a signature that is %s is refused before its body is read', async (_, signature) => {
  const { origin } = await openTestShop({ env: ENV })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': MB, ...signature }
  const sent = request(`${origin}/api/stripe/webhook`, { method: 'POST', headers })
  const status = new Promise((resolve) => sent.on('response', ({ statusCode }) => resolve(statusCode)))
  sent.on('error', () => undefined)
  sent.write('x')
  expect(await status).toBe(400)
  sent.destroy()
})
