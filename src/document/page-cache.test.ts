import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { announceCatalogueChange, listenForCatalogueChanges } from '../database/catalogue-changes.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { PageCache } from './page-cache.ts'

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }

const LONG = 'A part in a box. '.repeat(100)

/** A server with a page cache before `render`, and how often that was asked. */
async function openCache(render: (url: string) => Response | Promise<Response> = () => page(LONG)) {
  const rendered: string[] = []
  const cache = new PageCache(async (url) => {
    rendered.push(url)
    return render(url)
  })
  const server = createServer((req, res) => {
    if (!cache.answer(req, res)) res.writeHead(200, { from: 'the shop' }).end()
  }).listen(0)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request({ port, path, headers, method, agent: false }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part) => parts.push(part))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        )
      })
      sent.on('error', reject).end()
    })
  return { cache, rendered, get }
}

const page = (text: string, init?: ResponseInit) =>
  new Response(text, { ...init, headers: { 'content-type': 'text/html', 'x-request-id': 'one', ...init?.headers } })

test('a page is made once and answered again and again', async () => {
  const { cache, rendered, get } = await openCache()
  cache.listening(true)
  const first = await get('/products')
  const second = await get('/products')
  expect(rendered).toEqual(['/products'])
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
  const { rendered, get } = await openCache(async () => {
    await wait(50)
    return page(LONG)
  })
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/')))
  expect(rendered).toEqual(['/'])
  expect(new Set(answers.map(({ body }) => body.toString()))).toEqual(new Set([LONG]))
})

test('a change shows within a second, and a storm of changes makes the page no oftener', async () => {
  let stock = 10
  const { cache, rendered, get } = await openCache(() => page(String(stock)))
  cache.listening(true)
  await get('/')
  stock = 9
  cache.changed()
  for (let change = 0; change < 50; change++) {
    cache.changed()
    await get('/')
  }
  expect(rendered.length).toBeLessThanOrEqual(2)
  await wait(1000)
  expect((await get('/')).body.toString()).toBe('9')
})

test.each([404, 500, 503])('a %i is answered and not kept', async (status) => {
  const { rendered, get } = await openCache(() => page('no', { status }))
  expect((await get('/purcess/00000000-0000-7000-8000-000000000000')).status).toBe(status)
  expect((await get('/purcess/00000000-0000-7000-8000-000000000000')).status).toBe(status)
  expect(rendered).toHaveLength(2)
})

test.each([
  '/dashboard/myorders',
  '/api/orders?email=a@b.no',
  '/api/user/a@b.no',
  '/receipt/1',
  '/api/auth/get-session',
])('%s is never kept, since it is somebody’s own', async (path) => {
  const { rendered, get } = await openCache()
  expect((await get(path)).headers.from).toBe('the shop')
  expect(rendered).toEqual([])
})

test('a page is made for nobody: what makes it sees the address alone', async () => {
  const { rendered, get } = await openCache()
  await get('/', { cookie: 'session=secret', authorization: 'Bearer secret' })
  expect(rendered).toEqual(['/'])
})

test('another node is told by the database', async () => {
  const { shop } = await openTestShop({ stock: 10 })
  const { cache, rendered, get } = await openCache()
  const stopping = new AbortController()
  const listening = listenForCatalogueChanges(shop.pool, cache, stopping.signal)
  const heard = async (times: number) => {
    for (let tries = 0; rendered.length < times && tries < 100; tries++) {
      await wait(50)
      await get('/')
    }
    expect(rendered).toHaveLength(times)
  }
  await heard(1)
  await wait(1100)
  await announceCatalogueChange(shop.db)
  await heard(rendered.length + 1)
  stopping.abort()
  await listening
})
