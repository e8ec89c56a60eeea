import { expect, test } from 'vitest'
import { aWorld } from '../security/world.ts'

const world = aWorld()

test('/metrics answers on the machine itself, and counts what was asked', async () => {
  await world().send({ path: '/api/products' })
  const answer = await world().send({ path: '/metrics' })
  expect(answer.status).toBe(200)
  const measured = await answer.text()
  expect(measured).toMatch(/http_request_seconds_count\{method="GET",route="\/api\/products",status="200"\} 1/)
  expect(measured).toMatch(/^mails_dropped_total 0$/m)
})

test.each([
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Forwarded-Proto',
  'X-Real-IP',
  'Forwarded',
  'Via',
  'True-Client-IP',
  'CF-Connecting-IP',
  'X-Client-IP',
])('/metrics refuses what a proxy passed on with %s', async (header) => {
  for (const value of ['127.0.0.1', '198.51.100.7', '']) {
    expect((await world().send({ path: '/metrics', headers: { [header]: value } })).status).toBe(404)
  }
})

test('/metrics refuses who asks from elsewhere, whatever the headers say', async () => {
  const from = (address: string) => ({ incoming: { socket: { remoteAddress: address } } })
  const ask = (address: string) => world().app.request('/metrics', { headers: { Host: 'localhost' } }, from(address))
  expect((await ask('::ffff:127.0.0.1')).status).toBe(200)
  for (const address of ['198.51.100.7', '::ffff:10.0.0.1', '2001:db8::1'])
    expect((await ask(address)).status).toBe(404)
})
