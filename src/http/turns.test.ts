import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono, type MiddlewareHandler, type Next } from 'hono'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { Actor } from '../accounts/contract.ts'
import type { Pages } from '../start/app.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { byStatus } from '../testing/orders.ts'
import { stretchLimits } from '../testing/stretch-limits.ts'
import { body } from './body.ts'
import { wholeBody } from './body-size.ts'
import type { Env } from './request-context.ts'
import { byOwnTurns, byTurns } from './turns.ts'

const ENV = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' }
const [THERE, ELSEWHERE] = ['198.51.100.1', '198.51.100.2']

/** A page that is made once `go` is called; `begun` counts those that are being made. */
function gated() {
  const gate = Promise.withResolvers<void>()
  const made = { begun: 0, go: gate.resolve }
  const pages = (): Pages => ({
    kept: ['/products'],
    render: async () => {
      made.begun++
      await gate.promise
      return new Response('a page')
    },
  })
  return { made, pages }
}

async function open() {
  const { made, pages } = gated()
  const opened = await openTestShop({ env: ENV, pages })
  const { origin, product } = opened
  const send = (from: string, path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { ...init, headers: { ...init.headers, 'X-Forwarded-For': from } })
  const quote = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ lines: [{ productId: product.id, quantity: 4, reference: '' }] }),
  }
  const form = {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'email=x',
  }
  return { ...opened, made, send, quote, form }
}

type Shop = Awaited<ReturnType<typeof open>>

const BURSTS: [string, (shop: Shop, from: string) => Promise<Response>][] = [
  ['pages in an unusual spelling', ({ send }, from) => send(from, '/Products/')],
  ['pages that are not kept', ({ send }, from) => send(from, '/dashboard')],
  ['forms', ({ send, form }, from) => send(from, '/home', form)],
]

test.each(BURSTS)(
  'of many %s that an address sends at once six are made, and those of others with them',
  async (_, ask) => {
    const shop = await open()
    const crowd = Array.from({ length: 30 }, () => ask(shop, THERE))
    await expect.poll(() => shop.made.begun).toBe(6)
    const other = ask(shop, ELSEWHERE)
    await expect.poll(() => shop.made.begun).toBe(7)
    shop.made.go()
    expect(byStatus([await other, ...(await Promise.all(crowd))])).toEqual({ 200: 31 })
  },
)

test.each([
  ['that are kept', '/products'],
  ['that are not', '/dashboard'],
])(
  'of many searches %s that an address sends at once one is made, and that of somebody else with it',
  async (_, path) => {
    const { send, made } = await open()
    const crowd = Array.from({ length: 8 }, (_, at) => send(THERE, `${path}?q=fan${at}`))
    const plain = send(THERE, `${path}?page=2`)
    await expect.poll(() => made.begun).toBe(2)
    const other = send(ELSEWHERE, `${path}?q=fan`)
    await expect.poll(() => made.begun).toBe(3)
    made.go()
    expect(byStatus(await Promise.all([plain, other, ...crowd]))).toEqual({ 200: 10 })
  },
)

test.each([
  ['/livez', 200],
  ['/healthz', 200],
  ['/readyz', 200],
  ['/metrics', 404],
])(
  '%s waits for a turn of its address, and that of a trusted proxy or of this machine for none',
  async (path, status) => {
    const PROXY = '192.0.2.1'
    const { made, pages } = gated()
    const { app } = await openTestShop({ env: { ...ENV, TRUSTED_PROXIES: PROXY }, pages })
    onTestFinished(() => made.go())
    const ask = async (at: string, socket: string, client?: string) => {
      const init = client ? { headers: { 'X-Forwarded-For': client } } : undefined
      return app.request(at, init, { incoming: { socket: { remoteAddress: socket } } })
    }
    const six = (...from: [string, string?]) => Array.from({ length: 6 }, () => ask('/dashboard', ...from))
    const crowd = [...six(PROXY, THERE), ...six(PROXY), ...six('127.0.0.1')]
    await expect.poll(() => made.begun).toBe(18)
    let isAnswered = false
    const waiting = ask(path, PROXY, THERE).then((answer) => {
      isAnswered = true
      return answer.status
    })
    expect((await ask(path, PROXY, ELSEWHERE)).status).toBe(status)
    expect((await ask(path, PROXY)).status).toBe(status)
    expect((await ask(path, '127.0.0.1')).status).toBe(200)
    expect(isAnswered).toBe(false)
    made.go()
    expect(await waiting).toBe(status)
    expect(byStatus(await Promise.all(crowd))).toEqual({ 200: 18 })
  },
)

/** An app that knows its shop; `waits` goes on once `go` is called, and `begun` counts the requests that came to it. */
async function gatedApp() {
  const { shop } = await open()
  const gate = Promise.withResolvers<void>()
  const made = { begun: 0, go: gate.resolve }
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('shop', shop)
    await next()
  })
  const waits: MiddlewareHandler<Env> = async (_, next) => {
    made.begun++
    await gate.promise
    await next()
  }
  return { app, made, waits }
}

test.each([
  ['calls with a body', body(z.object({}))],
  ['calls with a body that nothing reads', (_: unknown, next: Next) => next()],
])(
  'of many %s that an address sends at once sixteen are worked on, and those of others with them',
  async (_, reads) => {
    const { app, made, waits } = await gatedApp()
    // Whatever stands before the body is judged in the turn, too.
    app.post('/', wholeBody, byTurns, waits, reads, async (c) => c.json({}))
    const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close().closeAllConnections())
    await once(server, 'listening')
    const ask = (from: string) =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
        body: '{}',
      })
    const crowd = Array.from({ length: 30 }, () => ask(THERE))
    await expect.poll(() => made.begun).toBe(16)
    const other = ask(ELSEWHERE)
    await expect.poll(() => made.begun).toBe(17)
    made.go()
    expect(byStatus([await other, ...(await Promise.all(crowd))])).toEqual({ 200: 31 })
  },
)

test('of many writes that a user sends at once, from wherever, six are worked on, and those of others and all reads with them', async () => {
  const { app, made, waits } = await gatedApp()
  const isUser: MiddlewareHandler<Env> = (c, next) => {
    c.set('user', { id: c.req.header('x-user') } as Actor)
    return next()
  }
  app.all('/', isUser, byOwnTurns, waits, async (c) => c.json({}))
  const ask = (user: string, method: string) => app.request('/', { method, headers: { 'X-User': user } })
  const crowd = ['POST', 'PUT', 'PATCH', 'DELETE', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ask('ana', method))
  await expect.poll(() => made.begun).toBe(6)
  const others = [ask('ben', 'POST'), ask('ana', 'GET')]
  await expect.poll(() => made.begun).toBe(8)
  made.go()
  expect(byStatus(await Promise.all([...crowd, ...others]))).toEqual({ 200: 10 })
})

test('who sends a body slowly takes no turn from whoever shares the address', async () => {
  const { origin, send, quote } = await open()
  const { hostname, port } = new URL(origin)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': 1000, 'X-Forwarded-For': THERE }
  const slow = Array.from({ length: 40 }, () => {
    const sent = request({ host: hostname, port, path: '/api/quote', method: 'POST', headers })
    sent.on('error', () => undefined)
    sent.write('{"lines":')
    return sent
  })
  expect((await send(THERE, '/api/quote', quote)).status).toBe(200)
  for (const one of slow) one.destroy()
})

test('pages that the cache does not make count for whoever has them made, in whatever spelling', async () => {
  const { shop, send, made } = await open()
  made.go()
  const paths = ['/Products/', '/products/', '/dashboard', '/nothing-is-here']
  expect((await send(THERE, '/dashboard')).status).toBe(200)
  await stretchLimits(shop)
  const answers = await Promise.all(Array.from({ length: 599 }, (_, at) => send(THERE, paths[at % 4] ?? '')))
  expect(byStatus(answers)).toEqual({ 200: 599 })
  for (const path of paths) expect([path, (await send(THERE, path)).status]).toEqual([path, 429])
  expect((await send(ELSEWHERE, '/Products/')).status).toBe(200)
})

test('forms count for whoever posts them, since each answer is a whole page', async () => {
  const { shop, send, form, made } = await open()
  made.go()
  expect((await send(THERE, '/home', form)).status).toBe(200)
  await stretchLimits(shop)
  const answers = await Promise.all(Array.from({ length: 121 }, () => send(THERE, '/home', form)))
  expect(byStatus(answers)).toEqual({ 200: 119, 429: 2 })
  expect((await send(ELSEWHERE, '/home', form)).status).toBe(200)
})
