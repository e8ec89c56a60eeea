import { Hono, type MiddlewareHandler } from 'hono'
import { expect, test } from 'vitest'
import { openTestShop } from '../testing/open-test-shop.ts'
import { byStatus } from '../testing/orders.ts'
import { limited } from './rate-limit.ts'
import type { Env } from './request-context.ts'

const RULE = { points: 100, seconds: 60, by: 'address', byTurns: true } as const

/** A call on a long list and one on a short list, which wait at the gate; `begun` are the addresses whose long one does. */
async function open() {
  const { shop } = await openTestShop({ env: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' } })
  const gate = Promise.withResolvers<void>()
  const begun: string[] = []
  const works: MiddlewareHandler<Env> = async (c) => {
    begun.push(`${c.req.path} ${c.req.header('x-forwarded-for')}`)
    await gate.promise
    return c.body(null, 204)
  }
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('shop', shop)
    await next()
  })
  app.get('/long', limited('long', { ...RULE, weight: () => 2 }), works)
  app.get('/short', limited('short', { ...RULE, weight: () => 1 }), works)
  const incoming = { socket: { remoteAddress: '127.0.0.1' } }
  const send = (path: string, from: string) =>
    app.request(path, { headers: { 'X-Forwarded-For': from } }, { incoming } as never)
  return { begun, send, go: gate.resolve }
}

test('of long lists one of an address and two of all are worked on at once, and short ones with them', async () => {
  const { begun, send, go } = await open()
  const [one, two, three] = ['198.51.100.1', '198.51.100.2', '198.51.100.3']
  const asked = [send('/long', one), send('/long', one)]
  await expect.poll(() => begun).toEqual([`/long ${one}`])
  asked.push(send('/long', two))
  await expect.poll(() => begun).toEqual([`/long ${one}`, `/long ${two}`])
  asked.push(send('/long', three), send('/short', one), send('/short', three))
  await expect.poll(() => begun.length).toBe(4)
  expect(begun.slice(2).sort()).toEqual([`/short ${one}`, `/short ${three}`])
  go()
  expect(byStatus(await Promise.all(asked))).toEqual({ 204: 6 })
  expect(begun.slice(4).sort()).toEqual([`/long ${one}`, `/long ${three}`])
})
