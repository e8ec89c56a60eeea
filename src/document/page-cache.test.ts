import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { HOUR, MINUTE } from '../config/clock.ts'
import { announceCatalogueChange, listenForChanges } from '../database/change-notices.ts'
import { MB } from '../http/body-size.ts'
import { LONG, openCache, page } from '../testing/open-cache.ts'
import { openTestShop } from '../testing/open-test-shop.ts'

test('a page is made once and answered again and again', async () => {
  const { cache, told, get } = await openCache()
  cache.listening(true)
  const first = await get('/products')
  const second = await get('/products')
  expect(told).toEqual([['/products']])
  expect(second.body.toString()).toBe(LONG)
  expect(second.headers).toEqual({ ...first.headers, date: second.headers.date })
  expect(second.headers).toMatchObject({ 'content-type': 'text/html', 'cache-control': 'no-cache' })
  expect(second.headers).not.toHaveProperty('x-request-id')
})

test('HEAD has the headers alone, and other methods are not for the cache', async () => {
  const { get } = await openCache()
  const head = await get('/', {}, 'HEAD')
  expect(head).toMatchObject({ status: 200, body: Buffer.alloc(0) })
  expect(Number(head.headers['content-length'])).toBe(LONG.length)
  expect((await get('/', {}, 'POST')).headers.from).toBe('the shop')
})

test('an unchanged page is a 304 without a body', async () => {
  const { get } = await openCache()
  const { headers } = await get('/')
  const again = await get('/', { 'if-none-match': String(headers.etag) })
  expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) })
  expect(again.headers.etag).toBe(headers.etag)
  expect((await get('/', { 'if-none-match': '"another"' })).status).toBe(200)
})

test.each([
  ['br, gzip', 'br', brotliDecompressSync],
  ['gzip, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['identity', undefined, (body: Buffer) => body],
  ['', undefined, (body: Buffer) => body],
])('who accepts "%s" gets %s', async (accepted, encoding, unpack) => {
  const { get } = await openCache()
  const { headers, body } = await get('/', { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers.vary).toBe('Accept-Encoding')
  expect(unpack(body).toString()).toBe(LONG)
})

test('many who ask at once wait for one page', async () => {
  const everybody = Promise.withResolvers<void>()
  const { told, get } = await openCache(() => everybody.promise.then(() => page(LONG)))
  const asked = Array.from({ length: 20 }, () => get('/'))
  await get('/own')
  everybody.resolve()
  const answers = await Promise.all(asked)
  expect(told).toEqual([['/']])
  expect(new Set(answers.map(({ body }) => body.toString()))).toEqual(new Set([LONG]))
})

test('a change that another node made shows after a second, and a storm of changes makes the page no oftener', async () => {
  let stock = 10
  const { cache, told, clock, get } = await openCache(() => page(String(stock)))
  const shown = async () => (await get('/')).body.toString()
  cache.listening(true)
  await get('/')
  stock = 9
  for (let change = 0; change < 50; change++) {
    cache.changed()
    expect(await shown()).toBe('10')
  }
  expect(told).toHaveLength(1)
  clock.now += 1000
  expect(await shown()).toBe('9')
  clock.now += 1000
  expect(await shown()).toBe('9')
  expect(told).toHaveLength(2)
})

describe('while the database is away', () => {
  const openAway = async () => {
    let text: string | undefined = LONG
    const opened = await openCache(() => (text ? page(text) : new Response('away', { status: 503 })), HOUR)
    opened.cache.listening(true)
    await opened.get('/')
    text = undefined
    opened.cache.listening(false)
    opened.clock.now += MINUTE
    const back = (next: string) => {
      text = next
    }
    return { ...opened, back }
  }

  test('a page is served as it is for as long as set, and says so to caches before it', async () => {
    const { get, clock } = await openAway()
    for (let round = 0; round < 3; round++) {
      const { status, headers, body } = await get('/')
      expect([status, String(body)]).toEqual([200, LONG])
      expect(headers['cache-control']).toBe('no-cache, stale-if-error=3600')
    }
    clock.now += HOUR
    expect((await get('/')).status).toBe(503)
  })

  test('also after a write that was the last before; and what was never made is a 503', async () => {
    const { get, cache } = await openAway()
    cache.written('catalogue')
    expect((await get('/')).status).toBe(200)
    expect((await get('/products')).status).toBe(503)
  })

  test('a page that asks nothing of the database does not say that it is back, and one from a replica only for itself', async () => {
    const pending = Promise.withResolvers<Response>()
    const failed = new Set<string>()
    let isAway = false
    const { get, clock } = await openCache((url, asks) => {
      if (url !== '/login') asks()
      if (!isAway || url === '/login' || url === '/purcess/replica') return page(LONG)
      // What has failed is not waited for again.
      if (failed.has('/')) return pending.promise
      failed.add(url)
      return new Response('away', { status: 503 })
    }, HOUR)
    for (const path of ['/', '/products', '/purcess/replica', '/login']) await get(path)
    isAway = true
    clock.now += MINUTE
    const told = []
    for (const path of ['/', '/login', '/login', '/products', '/purcess/replica', '/purcess/replica', '/']) {
      told.push((await get(path)).status)
    }
    expect(told).toEqual(Array(7).fill(200))
    pending.resolve(page(LONG))
  })

  test('once it is back, the page is made anew', async () => {
    const { get, back, cache } = await openAway()
    await get('/')
    back('new')
    cache.listening(true)
    await expect.poll(async () => String((await get('/')).body)).toBe('new')
  })
})

test('a page that nobody announced a change of is made again after a minute', async () => {
  const { cache, told, clock, get } = await openCache()
  cache.listening(true)
  await get('/')
  clock.now += 59_999
  await get('/')
  expect(told).toHaveLength(1)
  clock.now += 1
  await get('/')
  expect(told).toHaveLength(2)
})

test('while no word of changes comes in, a page counts as old after a second', async () => {
  const { cache, told, clock, get } = await openCache()
  cache.listening(true)
  await get('/')
  cache.listening(false)
  clock.now += 999
  await get('/')
  expect(told).toHaveLength(1)
  for (let second = 1; second <= 3; second++) {
    clock.now += 1000
    await get('/')
    expect(told).toHaveLength(1 + second)
  }
})

describe('a write of this process', () => {
  test.each([
    ['catalogue', '/api/products', 'new'],
    ['catalogue', '/', 'new'],
    ['stock', '/api/products', 'new'],
    ['stock', '/', 'old'],
  ] as const)('to the %s leaves %s %s', async (what, path, expected) => {
    let text = 'old'
    const { cache, get } = await openCache(() => page(text))
    cache.listening(true)
    await get(path)
    text = 'new'
    cache.written(what)
    expect((await get(path)).body.toString()).toBe(expected)
  })

  test('keeps nothing whose making began before it', async () => {
    let text = 'old'
    const making = Promise.withResolvers<void>()
    const { cache, told, get } = await openCache(() => {
      const made = page(text)
      return told.length === 1 ? making.promise.then(() => made) : made
    })
    cache.listening(true)
    const before = get('/')
    await expect.poll(() => told.length).toBe(1)
    text = 'new'
    cache.written('catalogue')
    expect((await get('/')).body.toString()).toBe('new')
    making.resolve()
    expect((await before).body.toString()).toBe('old')
    expect((await get('/')).body.toString()).toBe('new')
    expect(told).toHaveLength(2)
  })
})

test.each([
  ['queries', (n: number) => `/products?price.min=${n}`],
  ['spellings of a page', (n: number) => `/products/%68c-${n}`],
  ['spellings in capitals', (n: number) => `/products/HC-${n}`],
  ['spellings in a call', (n: number) => `/api/product/h-c${n}`],
])('made-up %s displace each other and no page', async (_, madeUp) => {
  const { cache, told, get } = await openCache((url) => page(url === '/products' ? LONG : ' '.repeat(7 * MB)))
  cache.listening(true)
  await get('/products')
  for (let n = 1; n <= 10; n++) await get(madeUp(n))
  expect(told).toHaveLength(11)
  for (const [path, times] of [
    ['/products', 11],
    [madeUp(10), 11],
    [madeUp(1), 12],
  ] as const) {
    await get(path)
    expect([path, told.length]).toEqual([path, times])
  }
})

test('where there is no more room, the page goes that was read longest ago', async () => {
  const { cache, told, get } = await openCache(() => page(' '.repeat(12 * MB)))
  cache.listening(true)
  for (const path of ['/a', '/b', '/c', '/a', '/d']) await get(path)
  expect(told).toHaveLength(4)
  await get('/a')
  expect(told).toHaveLength(4)
  await get('/b')
  expect(told).toHaveLength(5)
})

test.each([404, 500, 503])('a %i is answered and not kept', async (status) => {
  const { told, get } = await openCache(() => page('no', { status }))
  expect((await get('/purcess/00000000-0000-7000-8000-000000000000')).status).toBe(status)
  expect((await get('/purcess/00000000-0000-7000-8000-000000000000')).status).toBe(status)
  expect(told).toHaveLength(2)
})

test('what its route does not let be kept is for the shop', async () => {
  const { told, get } = await openCache()
  expect((await get('/own/orders')).headers.from).toBe('the shop')
  expect(told).toEqual([])
})

test('a page is made for nobody: what makes it sees the address alone', async () => {
  const { told, get } = await openCache()
  await get('/', { cookie: 'session=secret', authorization: 'Bearer secret' })
  expect(told).toEqual([['/']])
})

test('another node is told by the database', async () => {
  const { shop } = await openTestShop({ stock: 10 })
  const { cache, told, clock, get } = await openCache()
  const stopping = new AbortController()
  const listening = listenForChanges(shop.pool, cache, stopping.signal)
  // Until it listens, a page counts as old after a second.
  const isKept = async () => {
    const before = told.length
    clock.now += 2000
    await get('/')
    return told.length === before
  }
  await expect.poll(isKept).toBe(true)
  await announceCatalogueChange(shop.db)
  await expect.poll(isKept).toBe(false)
  await expect.poll(isKept).toBe(true)
  stopping.abort()
  await listening
})
