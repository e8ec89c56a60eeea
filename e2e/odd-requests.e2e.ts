import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTurn } from '../src/database/in-turn.ts'
import { startShop } from './open-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>

beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.close())

const BUG = '"level":50'
/** More would wait for each other for too long on a busy machine. */
const AT_ONCE = 4
/** Paths without a page, or with a meaningless query: the answer must never be a 5xx. */
const PATHS = [
  ...['//[', '//%', '//user@', '//a:99999/', '//..%c0%af', '//[::1', '//[::1]:99999', '//%00', '//%5c', '//a%20b'],
  ...['//<', '//|', '/%', '/%c0%af', '/%00.data', '//[.data', '//evil.example/', '/products/%00', '/drawings/%'],
  ...['/products?q=%00', '/products.data?q=%00', '/products?page=2000', '/products?page=99999&q=a'],
]
const PAGES = [
  '/',
  '/products',
  '/login',
  '/reset-password',
  '/newsletter/confirm',
  '/receipt/x',
  '/purcess/x',
  '/livez',
]
const NAMES = ['q', 'page', 'sort', 'from', 'token', 'status', 'error', 'category', '_routes']
const VALUES = ['%00', '%', '%c0%af', '%ed%a0%80', '[]', '//[', '1e309', '__proto__', 'constructor']
const CALLS = ['/api/products', '/api/reviews', '/api/openapi.json', '/api/product/%00', '/api/user/%', '/api/nothing']
const HOSTS = ['[', 'a:99999', 'user@x', '', 'a b', 'a/b', '%', 'xn--', '..', '127.0.0.1:x', '[::1]:1', 'evil.example']

/** A raw socket, because an HTTP client would normalise the request. */
function statusOf(target: string, host = 'localhost') {
  return new Promise<number>((resolve, reject) => {
    let said = ''
    const socket = connect(shop.port, 'localhost', () =>
      socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    )
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(Number(said.slice(9, 12))))
  })
}

const isWellAnswered = (status: number) => status >= 200 && status < 500
const isRefused = (status: number) => status >= 400 && status < 500

describe('what nobody’s browser asks for', () => {
  test('is refused when its path or its search cannot be read', async () => {
    for (const path of PATHS) {
      expect([path, isRefused(await statusOf(path))]).toEqual([path, true])
      const whole = `http://localhost:${shop.port}${path}`
      expect([whole, isRefused(await statusOf(whole))]).toEqual([whole, true])
    }
    expect(shop.said()).not.toContain(BUG)
    // The router's own line, which anybody could fill the log with.
    expect(shop.said()).not.toContain('could not be decoded')
  })

  test('breaks no page and no call by what stands in its query', async () => {
    for (const [place, path] of [...PAGES, ...CALLS].entries()) {
      // Each name meets each value on some pages, and each page each value.
      const queries = NAMES.flatMap((name, at) =>
        VALUES.filter((_, value) => (place + at + value) % 7 === 0).map((value) => `${name}=${value}`),
      )
      const ask = inTurn(AT_ONCE, async (query: string) => ({
        path,
        query,
        status: await statusOf(`${path}?${query}`),
      }))
      const answers = queries.map((query) => ask(query))
      expect((await Promise.all(answers)).filter(({ status }) => !isWellAnswered(status))).toEqual([])
      expect(shop.said()).not.toContain(BUG)
    }
  })

  test('leads to what counts of a filter that names thousands', async () => {
    const path = `/products?maker=${'a,'.repeat(7000)}`
    const { status, headers } = await fetch(`http://localhost:${shop.port}${path}`, { redirect: 'manual' })
    const to = headers.get('location') ?? ''
    expect([status, to.startsWith('/products?maker=a%2Ca'), to.length < 1000]).toEqual([302, true, true])
    expect(await statusOf(to)).toBe(200)
  })

  test('is answered under any Host, or refused', async () => {
    for (const host of HOSTS) {
      for (const target of ['/', '//[', '/api/products', 'http://x/products', 'http://[']) {
        const status = await statusOf(target, host)
        expect([host, target, status, isWellAnswered(status)]).toEqual([host, target, status, true])
      }
    }
    expect(shop.said()).not.toContain(BUG)
  })
})
