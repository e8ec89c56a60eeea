import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { authApi } from '../accounts/identity/api.ts'
import { api } from '../api.ts'
import { PageCache } from '../document/page-cache.ts'
import { keptPage } from '../http/kept.ts'
import { routesOf } from '../http/openapi.ts'
import type { Env } from '../http/request-context.ts'
import { routeTagOf } from '../http/route-tags.ts'
import { crawlersApi } from '../site/crawlers.ts'
import { keptPaths } from '../start/kept-paths.ts'
import { statusOfRaw } from './world.ts'

/** A few pages of the shop, as the build lists them. */
type Page = { path?: string; parentId?: string; kept?: true }
const PAGES = Object.entries<Page>({
  frame: {},
  index: { parentId: 'frame', kept: true },
  products: { path: 'products', parentId: 'frame', kept: true },
  blog: { path: 'blog', parentId: 'frame', kept: true },
  login: { path: 'login', parentId: 'frame', kept: true },
  product: { path: 'purcess/:id', parentId: 'frame', kept: true },
  reset: { path: 'reset-password', parentId: 'frame' },
  dashboard: { path: 'dashboard', parentId: 'frame' },
  orders: { path: 'orders', parentId: 'dashboard' },
})
const app = new Hono<Env>().route('/api/auth', authApi).route('/api', api).route('/', crawlersApi)
const routes = Object.fromEntries(
  PAGES.map(([id, { kept, ...route }]) => [id, { id, ...route, module: { handle: { kept } } }]),
)
for (const path of keptPaths(routes)) app.get(path, keptPage)

const asked: Request[] = []
beforeEach(() => {
  asked.length = 0
})

/** A cache in front of a renderer that shows all its arguments, and of a handler that answers 299 for uncached paths. */
async function open(status = 200, size = 700) {
  const cache = new PageCache({
    keptAs: (path) => routeTagOf(app, 'GET', path).kept,
    render: async (url) => {
      asked.push(new Request(new URL(url, 'https://shop.example')))
      return new Response(`page of ${url} ${asked.length} ${'x'.repeat(size)}`, { status, headers: { 'X-Own': 'yes' } })
    },
  })
  cache.listening(true)
  const server = createServer((request, response) => {
    if (!cache.answer(request, response)) response.writeHead(299).end('not kept')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { cache, origin, get: (path: string, init: RequestInit = {}) => fetch(origin + path, init) }
}

describe('the page cache', () => {
  test('renders with nobody’s cookies, host or headers, whoever asks first', async () => {
    const { get } = await open()
    const lies = {
      Cookie: 'parts-house.session_token=somebody',
      Authorization: 'Bearer somebody',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'ftp',
      'X-Forwarded-Scheme': 'http',
      'X-Original-URL': '/dashboard/orders',
      'X-Rewrite-URL': '/dashboard/orders',
      'X-HTTP-Method-Override': 'POST',
      'Accept-Language': '"><script>',
      'User-Agent': '<script>alert(1)</script>',
      Range: 'bytes=0-3',
      'Accept-Encoding': 'identity',
    }
    const first = await (await get('/products', { headers: lies })).text()
    expect([...(asked[0]?.headers ?? [])]).toEqual([])
    expect(asked[0]?.url).toBe('https://shop.example/products')
    expect(await (await get('/products')).text()).toBe(first)
    expect(first).not.toMatch(/somebody|evil|script|ftp/)
    expect(asked).toHaveLength(1)
  })

  test('keeps only what is the same for everybody', async () => {
    const { get } = await open()
    const personal = [
      '/dashboard',
      '/dashboard/orders',
      '/dashboard/orders.data',
      '/dashboard/payment/1',
      '/profile',
      '/receipt/1',
      '/reset-password?token=x',
      '/newsletter/confirm?token=x',
      '/api/users',
      '/api/orders?email=x',
      '/api/auth/get-session',
      '/api/product',
      '/products/../dashboard',
      '/products/x',
      '/products;/dashboard',
      '/products%2f..%2fdashboard',
      '//products',
      '/products/',
      '/Products',
      '/purcess/../dashboard/orders0000000000000000000000',
      '/index.html',
      `/?${'x'.repeat(300)}`,
    ]
    for (const path of personal) {
      const isNormalised = path !== new URL(path, 'http://x').href.slice('http://x'.length)
      expect([path, isNormalised || (await get(path)).status]).toEqual([path, isNormalised || 299])
    }
    expect(asked).toHaveLength(0)
    const shared = [
      '/',
      '/products?page=2',
      '/login?from=%2Fx',
      '/blog.data',
      '/_root.data',
      '/purcess/1',
      '/purcess/1.data',
    ]
    for (const path of [...shared, '/sitemap.xml', '/api/products', '/api/product/1', '/api/reviews?limit=2'])
      expect([path, (await get(path)).status]).toEqual([path, 200])
  })

  test('is told by the routes what is kept, and which writes make it out of date', () => {
    const calls = routesOf(app).filter(({ path }) => path.startsWith('/api/'))
    const named = (of: typeof calls) => of.map(({ method, path }) => `${method} ${path}`).toSorted()
    expect(named(calls.filter(({ kept }) => kept))).toEqual([
      'GET /api/categories',
      'GET /api/goes-with',
      'GET /api/model-counts',
      'GET /api/models',
      'GET /api/models/:number',
      'GET /api/models/:number/symptoms/:slug',
      'GET /api/product/:id',
      'GET /api/product/:id/page',
      'GET /api/product/:id/questions',
      'GET /api/product/:id/reviews',
      'GET /api/products',
      'GET /api/products/facets',
      'GET /api/reviews',
      'GET /api/symptoms',
    ])
    expect(calls.filter(({ kept, guard }) => kept && guard !== 'anyone')).toEqual([])
    expect(named(calls.filter(({ changes }) => changes === 'catalogue'))).toEqual([
      'DELETE /api/fits/:id',
      'DELETE /api/price-groups/:id',
      'DELETE /api/product/:id',
      'DELETE /api/tax-rates/:id',
      'PATCH /api/answers/:id',
      'PATCH /api/questions/:id',
      'PATCH /api/reviews/:id',
      'POST /api/account/delete',
      'POST /api/price-groups',
      'POST /api/product',
      'POST /api/product/:id/fits',
      'POST /api/product/:id/questions',
      'POST /api/product/:id/restore',
      'POST /api/product/:id/review',
      'POST /api/product/:id/stock',
      'POST /api/questions/:id/answers',
      'POST /api/review',
      'POST /api/tax-rates',
      'PUT /api/fits/:id',
      'PUT /api/price-groups/:id',
      'PUT /api/product/:id',
      'PUT /api/sum-settings',
      'PUT /api/tax-rates/:id',
    ])
    expect(named(calls.filter(({ changes }) => changes === 'stock'))).toEqual([
      'DELETE /api/checkouts/:id',
      'DELETE /api/orders/:id',
      'PATCH /api/checkouts/:id',
      'PATCH /api/orders/:id',
      'POST /api/checkouts',
      'POST /api/order',
    ])
  })

  test('asked raw, in other methods and with whole addresses, keeps nothing more', async () => {
    const { origin } = await open()
    for (const path of [
      '/products/../dashboard',
      '//products',
      '/products/',
      '/./products',
      'http://evil.example/products',
    ])
      expect([path, await statusOfRaw(origin, path)]).toEqual([path, 299])
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
      expect([method, await statusOfRaw(origin, '/products', method)]).toEqual([method, 299])
    expect(asked).toHaveLength(0)
    expect(await statusOfRaw(origin, '/login')).toBe(200)
    expect(await statusOfRaw(origin, '/login', 'POST')).toBe(299)
    expect(asked).toHaveLength(1)
    expect(await statusOfRaw(origin, '/products', 'GET', { Host: 'evil.example' })).toBe(200)
    expect(asked.map(({ url }) => new URL(url).origin)).toEqual(['https://shop.example', 'https://shop.example'])
  })

  test('gives each query its own page, and mixes up none', async () => {
    const { get } = await open()
    const queries = [
      '',
      '?q=a',
      '?q=b',
      '?q=a&page=2',
      '?page=2&q=a',
      '?Q=a',
      '?q=%61',
      '?q=a#',
      '?q=a%23',
      '?__proto__=x',
    ]
    const pages = await Promise.all(queries.map(async (query) => (await get(`/products${query}`)).text()))
    for (const [index, query] of queries.entries()) {
      expect(pages[index]).toMatch(
        new RegExp(`^page of /products${query.replace(/#$/, '').replace(/[?^$]/g, '\\$&')} `),
      )
    }
    expect(await (await get('/products?')).text()).toBe('not kept')
  })

  test('keeps no failure', async () => {
    const { get } = await open(500)
    expect((await get('/products')).status).toBe(500)
    expect((await get('/products')).headers.get('etag')).toBeNull()
    expect(asked).toHaveLength(2)
  })

  test('renders again after a word of change, and while it hears of none', async () => {
    const { get, cache } = await open()
    const text = async () => (await get('/products')).text()
    const first = await text()
    cache.changed()
    const isStale = async () => (await text()) !== first
    await expect.poll(isStale).toBe(true)
    cache.listening(false)
    const second = await text()
    await expect.poll(async () => (await text()) !== second).toBe(true)
  })

  test('sends the same page in every encoding, with the headers of its rendering', async () => {
    const { origin, get } = await open()
    const identity = await (await get('/products', { headers: { 'Accept-Encoding': 'identity' } })).text()
    const raw = async (encoding: string) => {
      const { request } = await import('node:http')
      return new Promise<Buffer>((resolve) => {
        request(`${origin}/products`, { headers: { 'Accept-Encoding': encoding }, agent: false }, (response) => {
          expect(response.headers).toMatchObject({
            'x-own': 'yes',
            vary: 'Accept-Encoding',
            'cache-control': 'no-cache',
          })
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () => resolve(Buffer.concat(chunks)))
        }).end()
      })
    }
    expect(brotliDecompressSync(await raw('br')).toString()).toBe(identity)
    expect(gunzipSync(await raw('gzip')).toString()).toBe(identity)
    expect((await raw('br;q=0, gzip;q=0')).toString()).toBe(identity)
    const { headers } = await get('/products')
    const same = await get('/products', { headers: { 'If-None-Match': headers.get('etag') ?? '' } })
    expect([same.status, await same.text(), same.headers.get('x-own')]).toEqual([304, '', 'yes'])
  })

  test('holds a bounded number of bytes, however many queries are made up', async () => {
    const { get } = await open(200, 1_000_000)
    await get('/products?0')
    for (let round = 1; round <= 70; round++) await get(`/products?${round}`)
    const rendered = asked.length
    await get('/products?70')
    expect(asked.length).toBe(rendered)
    await get('/products?0')
    expect(asked.length).toBe(rendered + 1)
  })
})
