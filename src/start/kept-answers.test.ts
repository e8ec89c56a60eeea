import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { apiContext } from '../document/api-context.ts'
import type { Shop } from '../shop.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { byStatus } from '../testing/orders.ts'
import { stretchLimits } from '../testing/stretch-limits.ts'
import type { Pages } from './app.ts'
import { keptAnswers } from './kept-answers.ts'
import { pageContext } from './page-context.ts'

const MOST = 240
const AT_ONCE = 16
const ENV = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1,::1' }

/** A page that lists what it is asked for, and has the status of the list. */
const pages = (shop: Shop): Pages => ({
  kept: ['/products'],
  render: async (request, app, how) => {
    const q = new URL(request.url).searchParams.get('q') ?? ''
    const list = pageContext(shop, app, how).get(apiContext).products
    return new Response(null, { status: (await list.$get({ query: { q } })).status })
  },
})

/** A shop with its cache before it; `ask` is sent from an address. */
async function open(its = pages) {
  const { shop, app, product } = await openTestShop({ env: ENV, pages: its })
  const whole = getRequestListener(app.fetch)
  const cache = keptAnswers(shop, app, whole)
  cache.listening(true)
  const server = createServer((req, res) => {
    if (!cache.answer(req, res)) void whole(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  // At another name than the shop's a page leads there, and would count twice.
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const ask = (path: string, address: string, more = {}) =>
    fetch(origin + path, { headers: { 'X-Forwarded-For': address, ...more } })
  const askAll = async ([first = '', ...rest]: string[], address: string) => {
    const before = await ask(first, address)
    await stretchLimits(shop)
    const answers = [before]
    // A count that takes a second on a busy machine would keep nobody waiting, and so refuse nobody.
    for (let at = 0; at < rest.length; at += AT_ONCE)
      answers.push(...(await Promise.all(rest.slice(at, at + AT_ONCE).map((path) => ask(path, address)))))
    return byStatus(answers)
  }
  const connections = promisify(server.getConnections.bind(server))
  return { ask, askAll, connections, origin, product, shop }
}

const made = (path: string, count: number) => Array.from({ length: count }, (_, at) => `${path}?q=fan%20${at}`)

test('a search that finds nothing counts once an address, also where the cache makes its answer', async () => {
  const { ask, shop } = await open()
  for (const path of ['/api/products?q=zzyzx', '/products?q=zzyzx', '/api/products?q=zzyzx&limit=5'])
    await ask(path, '198.51.100.1')
  await ask('/api/products?q=zzyzx&limit=6', '198.51.100.2')
  const { rows } = await shop.pool.query('select words, count from missed_searches')
  expect(rows).toEqual([{ words: 'zzyzx', count: 2 }])
})

test.each(['/api/products?q=fan', '/products?q=fan', '/api/models?q=kr'])(
  '%s is made for no picture and no frame of another site, nor for a link if it is no page, and counts for nobody then',
  async (path) => {
    const { ask, shop } = await open()
    for (const dest of ['image', 'iframe', 'empty']) {
      const elsewhere = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': dest }
      expect((await ask(path, '198.51.100.1', elsewhere)).status).toBe(403)
    }
    const link = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'document' }
    const isCall = path.startsWith('/api/')
    expect((await ask(path, '198.51.100.1', link)).status).toBe(isCall ? 403 : 200)
    const { rows } = await shop.pool.query('select count(*)::int as counted from rate_limits')
    expect(rows).toEqual([{ counted: isCall ? 0 : 1 }])
  },
)

test.each(['/api/products', '/api/products/facets', '/api/models'])(
  '%s has to be made 240 times a minute for an address, and what is kept is free',
  async (path) => {
    const { ask, askAll } = await open()
    const kept = `${path}?q=fan`
    expect((await ask(kept, '198.51.100.1')).status).toBe(200)
    expect(await askAll(Array(MOST + 60).fill(kept), '198.51.100.1')).toEqual({ 200: MOST + 60 })
    expect(await askAll(made(path, MOST - 1), '198.51.100.1')).toEqual({ 200: MOST - 1 })
    const refused = await ask(`${path}?q=door`, '198.51.100.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
    expect((await ask(kept, '198.51.100.1')).status).toBe(200)
    expect((await ask(`${path}?q=door`, '198.51.100.2')).status).toBe(200)
  },
)

test('made-up queries of what has no limit are answered and, beyond 240, not kept', async () => {
  const { ask, askAll } = await open()
  const half = MOST / 2
  const questions = Array.from({ length: half }, (_, at) => `/api/reviews??${at}`)
  expect(await askAll([...made('/api/reviews', half), ...questions], '198.51.100.1')).toEqual({ 200: MOST })
  const isKept = async (address: string) => {
    const { status, headers } = await ask(`/api/reviews?${crypto.randomUUID()}`, address)
    return [status, headers.has('etag')]
  }
  expect([await isKept('198.51.100.1'), await isKept('198.51.100.2')]).toEqual([
    [200, false],
    [200, true],
  ])
})

test('made-up spellings of a part’s number are answered and, beyond 240, not kept', async () => {
  const { ask, askAll, product } = await open()
  const signs = (at: number) => at.toString(2).padStart(8, '0').replaceAll('0', '-').replaceAll('1', '.')
  const spelled = (at: number) => `/api/product/${product.number}${signs(at)}/reviews`
  const spellings = Array.from({ length: MOST }, (_, at) => spelled(at))
  expect(await askAll(spellings, '198.51.100.1')).toEqual({ 200: MOST })
  const isKept = async (at: number, address: string) => {
    const { status, headers } = await ask(spelled(at), address)
    return [status, headers.has('etag')]
  }
  expect([await isKept(MOST, '198.51.100.1'), await isKept(MOST, '198.51.100.2')]).toEqual([
    [200, false],
    [200, true],
  ])
})

test('a path that the app reads as another is not kept', async () => {
  const { origin } = await open()
  const { port } = new URL(origin)
  const asked = async (path: string) => {
    const answer = await new Promise<IncomingMessage>((done) => get({ host: '127.0.0.1', port, path }, done))
    answer.resume()
    return [path, Number(answer.statusCode) >= 400, 'etag' in answer.headers]
  }
  for (const path of ['/api/models/..\\..\\livez', '/api/models/..\\products', '/api/models/..', '/api/models/%2e%2e'])
    expect(await asked(path)).toEqual([path, true, false])
  for (const path of ['/api/reviews?', '/api/reviews?#7', '/api/reviews?7#7'])
    expect(await asked(path)).toEqual([path, false, false])
})

test('whoever has too many pages made gets no more of their lists, and everybody else does', async () => {
  const { ask, askAll } = await open()
  expect(await askAll(made('/products', MOST), '198.51.100.1')).toEqual({ 200: MOST })
  // These are made for this address alone, and their calls count for it.
  const alone = made('/products', 2 * MOST).slice(MOST)
  expect(await askAll(alone, '198.51.100.1')).toEqual({ 200: MOST })
  expect((await ask('/products?q=door', '198.51.100.1')).status).toBe(429)
  expect((await ask('/products?q=door', '198.51.100.2')).status).toBe(200)
  expect((await ask('/products?q=door', '198.51.100.1')).status).toBe(200)
  expect((await ask('/products', '198.51.100.1')).status).toBe(200)
})

test('an address that has what is not kept made over and over, in whatever spelling, is refused', async () => {
  const { ask, askAll } = await open()
  const queries = (count: number) => Array.from({ length: count }, (_, at) => `/api/reviews?${at}`)
  const long = `/api/reviews?${'x'.repeat(300)}`
  expect(await askAll(Array(MOST).fill(long), '198.51.100.1')).toEqual({ 200: MOST })
  expect((await ask(long, '198.51.100.1')).status).toBe(429)
  expect(await askAll(queries(2 * MOST + 1), '198.51.100.3')).toEqual({ 200: 2 * MOST, 429: 1 })
  expect((await ask(long, '198.51.100.4')).status).toBe(200)
})

test('of an address that has many searches made at once, one is made at a time, and those of others between them', async () => {
  const { ask } = await open()
  const far = Array.from({ length: 60 }, (_, at) => `/api/products/facets?q=fan%20${at}`)
  let done = 0
  const crowd = far.map(async (path) => {
    const answer = await ask(path, '198.51.100.1')
    done++
    return answer
  })
  await Promise.race(crowd)
  expect((await ask('/api/products/facets?q=door', '198.51.100.2')).status).toBe(200)
  expect(done).toBeLessThan(30)
  expect(byStatus(await Promise.all(crowd))).toEqual({ 200: 60 })
})

test.each([
  ['that are kept', '/products'],
  ['that are not', '/dashboard'],
])(
  'a thousand searches %s of an address wait and the next is refused; those that are given up wait no more',
  async (_, path) => {
    const gate = Promise.withResolvers<void>()
    const made: string[] = []
    const { ask, connections, origin } = await open(() => ({
      kept: ['/products'],
      render: async ({ url }) => {
        made.push(new URL(url).search)
        await gate.promise
        return new Response('a page')
      },
    }))
    const first = ask(`${path}?q=first`, '198.51.100.1')
    await expect.poll(() => made).toEqual(['?q=first'])
    const refused: (number | undefined)[] = []
    const crowd = Array.from({ length: 1001 }, (_, at) =>
      get(`${origin}${path}?q=fan${at}`, { headers: { 'X-Forwarded-For': '198.51.100.1' } })
        .on('response', ({ statusCode }) => refused.push(statusCode))
        .on('error', () => undefined),
    )
    await expect.poll(() => refused, { timeout: 20_000 }).toEqual([429])
    for (const one of crowd) one.destroy()
    await expect.poll(() => connections(), { timeout: 20_000 }).toBe(1)
    const patient = ask(`${path}?q=patient`, '198.51.100.1')
    gate.resolve()
    expect(byStatus([await first, await patient])).toEqual({ 200: 2 })
    expect(made).toEqual(['?q=first', '?q=patient'])
  },
)

test('a kept page that cannot be made tells a person in words, and nothing of it is kept', async () => {
  let isBroken = true
  const { ask } = await open(() => ({
    kept: ['/products'],
    render: async () => {
      if (isBroken) throw new Error('a secret')
      return new Response('made')
    },
  }))
  const broken = await ask('/products', '203.0.113.9')
  expect([broken.status, broken.headers.get('Content-Type')]).toEqual([500, 'text/html; charset=UTF-8'])
  expect(await broken.text()).toContain('<a href="">Try again</a>')
  isBroken = false
  const whole = await ask('/products', '203.0.113.9')
  expect([whole.status, await whole.text()]).toEqual([200, 'made'])
})
