import { request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test } from 'vitest'
import { routesOf } from '../http/openapi.ts'
import { aForgedSignature } from '../payments/open-test-payments.ts'
import { noZone } from './calls/sums.ts'
import { CALLS, isOfStandIn, methodOf } from './calls.ts'
import { type Asked, aWorld, fingerprint, type World } from './world.ts'

const world = aWorld({ env: { MAX_UNPAID_ORDERS: '1000' } })
const KB = 1024
const WRITES = Object.keys(CALLS).filter((call) => methodOf(call) !== 'GET')
/** Calls that read a JSON body; the webhook checks a signature first, and some read none. */
const WITH_BODY = Object.entries(CALLS)
  .filter(([call]) => methodOf(call) !== 'GET' && !/^DELETE|paidorders|webhook|:token|restore$|proof$|link$/.test(call))
  .map(([call]) => call)

/** A request of a call that would do what it is for, by somebody who may. */
async function good(call: string): Promise<Asked & { json: Record<string, unknown> }> {
  const here = world()
  const row = CALLS[call]
  if (!row) throw new Error(`${call} has no row`)
  const asked = await row.ask(here)
  const who = row.are.findIndex((status) => status < 300)
  const token = [undefined, here.buyer.token, here.other.token, here.admin.token][who < 0 ? 1 : who]
  return { ...asked, method: methodOf(call), token, json: (asked.json ?? {}) as Record<string, unknown> }
}

afterEach(() => noZone(world()))

const JSON_TYPE = { 'Content-Type': 'application/json' }

test('the list of calls with a body is what the routes say', () => {
  const named = routesOf(world().app)
    .filter(({ body, path }) => body && !isOfStandIn(path))
    .map(({ method, path }) => `${method} ${path}`)
  expect(WITH_BODY.filter((call) => !call.includes('/auth/')).toSorted()).toEqual(
    named.filter((call) => !call.includes('/auth/')).toSorted(),
  )
})

describe('a body', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'application/json-patch+json',
    'text/json',
    'application/json, text/plain',
    '',
  ])('sent as "%s" is a 415', async (type) => {
    for (const call of WITH_BODY) {
      const { json, headers, ...asked } = await good(call)
      const body = new TextEncoder().encode(JSON.stringify(json))
      const typed: Record<string, string> = type ? { ...headers, 'Content-Type': type } : { ...headers }
      const answer = await world().send({ ...asked, headers: typed, body })
      expect([call, answer.status]).toEqual([call, 415])
    }
  })

  test('over 100 kB is a 413, said before or found out on the way', async () => {
    const { origin } = world()
    const body = JSON.stringify({ name: 'x'.repeat(101 * KB) })
    for (const call of WITH_BODY) {
      const { json: _, ...asked } = await good(call)
      const headers = { ...asked.headers, ...JSON_TYPE }
      expect([call, await statusOfBody(origin, { ...asked, headers, body }, { said: true })]).toEqual([call, 413])
      expect([call, await statusOfBody(origin, { ...asked, headers, body })]).toEqual([call, 413])
    }
  })

  test('in many small chunks is refused, and its connection ends', async () => {
    const { hostname, port } = new URL(world().origin)
    const signature = Object.entries(aForgedSignature(world()))[0]?.join(': ')
    for (const path of ['/api/order', '/api/stripe/webhook', '/api/nothing-is-here']) {
      const client = connect(Number(port), hostname)
      const head = `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n${signature}\r\n`
      client.write(`${head}Transfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(100)}`)
      const answer = await text(client)
      expect([path, answer.split('\r\n', 1)[0]]).toEqual([path, 'HTTP/1.1 400 Bad Request'])
      expect([path, answer]).toEqual([path, expect.stringContaining('too many small chunks')])
    }
  })

  test('of the webhook may have 1 MB', async () => {
    const { origin } = world()
    const headers = { ...JSON_TYPE, ...aForgedSignature(world()) }
    const asked = { path: '/api/stripe/webhook', method: 'POST', headers }
    for (const [size, status] of [
      [1000, 400],
      [1025, 413],
    ]) {
      const body = `"${'x'.repeat(Number(size) * KB)}"`
      expect(await statusOfBody(origin, { ...asked, body }, { said: true })).toBe(status)
      expect(await statusOfBody(origin, { ...asked, body })).toBe(status)
    }
  })

  test('of a stand-in says its length and is small', async () => {
    const { origin } = world()
    for (const path of ['/stripe-sandbox/v3/3ds/x', '/google-stand-in/choose/x', '/google-stand-in/token']) {
      const asked = { path, method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }
      const body = 'x'.repeat(101 * KB)
      expect([path, await statusOfBody(origin, { ...asked, body }, { said: true })]).toEqual([path, 413])
      expect([path, await statusOfBody(origin, { ...asked, body: 'x' })]).toEqual([path, 413])
    }
  })

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const inObject = (inner: string) => `{"name":${inner}}`
  test.each([
    ['nothing', ''],
    ['half a thing', '{"name":'],
    ['two things', '{}{}'],
    ['a comment', '{/* */}'],
    ['NaN', inObject('NaN')],
    ['a byte that is no text', '{"name":"\u00ff'],
    ['21 levels', inObject(deep(21))],
    ['40,000 levels', deep(40_000)],
    ['40,000 levels of objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a list of 40,000', JSON.stringify({ lines: Array(40_000).fill(0) })],
    ['NUL', inObject('"a\\u0000b"')],
    ['NUL in a name', '{"a\\u0000b":1}'],
    ['half a surrogate pair', inObject('"\\ud800"')],
    ['the other half', inObject('"\\udc00\\ud800"')],
    ['1e309', inObject('1e309')],
    ['-1e309', inObject('-1e309')],
    ['null', 'null'],
    ['a number', '1'],
    ['a text', '"x"'],
    ['a list', '[]'],
  ])('of %s is a 400 or 413', async (_, body) => {
    for (const call of WITH_BODY) {
      const { json: __, ...asked } = await good(call)
      const answer = await world().send({ ...asked, headers: { ...asked.headers, ...JSON_TYPE }, body })
      expect([call, [400, 413].includes(answer.status), answer.status]).toEqual([call, true, answer.status])
    }
  })
})

describe('a value that is none', () => {
  /** What the address says already: the call does not read it. */
  const IGNORED = new Set([
    'PATCH /api/orders/:id order',
    'PATCH /api/checkouts/:id order',
    'POST /api/product/:id/notify product',
  ])
  const BAD: unknown[] = [
    ['x'],
    { x: 1 },
    [[]],
    { toString: 'x' },
    { $ne: null },
    { length: 3 },
    1e308,
    -1,
    0.1 + 0.2,
    2 ** 53,
    '9'.repeat(400),
    'x'.repeat(90 * KB),
    '\u202e\u2028\u{e0001}',
    "'; drop table users; --",
    '#{7*7}{{7*7}}<%= 7 %>',
    '../../../etc/passwd',
    true,
    null,
  ]

  test('in any field is taken, ignored or refused, and never breaks anything', { timeout: 120_000 }, async () => {
    for (const call of WITH_BODY) {
      const { json, ...asked } = await good(call)
      for (const field of Object.keys(json)) {
        for (const value of BAD) {
          const answer = await world().send({ ...asked, json: { ...json, [field]: value } })
          const isRight =
            answer.status < 500 && !(Array.isArray(value) && answer.status < 300 && !IGNORED.has(`${call} ${field}`))
          const about = [call, field, JSON.stringify(value).slice(0, 20), answer.status]
          expect([...about, isRight]).toEqual([...about, true])
        }
      }
    }
  })

  test('pollutes no prototype', async () => {
    const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
    for (const call of WITH_BODY) {
      const { json, ...asked } = await good(call)
      const evil = names.map((name) => `"${name}":{"role":"admin","polluted":1,"prototype":{"polluted":1}}`).join()
      const body = JSON.stringify(json).replace(/^\{/, `{${evil}${Object.keys(json).length ? ',' : ''}`)
      const answer = await world().send({ ...asked, headers: { ...asked.headers, ...JSON_TYPE }, body })
      expect([call, answer.status < 500]).toEqual([call, true])
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(({} as Record<string, unknown>).role).toBeUndefined()
  })

  test('in an address or a query is a 4xx', async () => {
    const { send, admin, origin } = world()
    const values = ['%00', '%ed%a0%80', '%ff', '%', '%25%30%30', '1e309', '-1', '[]', 'x'.repeat(2000), '%F0%9F%A7%8A']
    const { paths } = (await (await send({ path: '/api/openapi.json' })).json()) as { paths: Paths }
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { parameters }] of Object.entries(methods)) {
        for (const { name, in: place } of parameters) {
          for (const value of values) {
            const filled = path.replace(/\{(\w+)\}/g, (_, part) => (part === name ? value : 'x'))
            const asked = place === 'path' ? filled : `${filled}?${name}=${value}&${name}=x&${name}[]=x`
            const answer = await send({ path: asked, method: method.toUpperCase(), token: admin.token })
            expect([asked, answer.status < 500]).toEqual([asked, true])
          }
        }
      }
    }
    expect((await fetch(`${origin}/api/products?q=%00`)).status).toBe(422)
    expect((await fetch(`${origin}/api/products?limit=1e309`)).status).toBe(400)
  })

  test('in a header is a 4xx', async () => {
    const { send, buyer } = world()
    for (const key of ['x'.repeat(256), '\u00ff'.repeat(255), "' or 1=1 --"]) {
      const { json, ...asked } = await good('POST /api/order')
      const headers = { ...asked.headers, 'Idempotency-Key': key }
      const answer = await send({ ...asked, json, headers, token: buyer.token })
      expect([key.slice(0, 5), answer.status < 500]).toEqual([key.slice(0, 5), true])
    }
    const headers = { 'If-None-Match': 'x'.repeat(5000), Range: 'bytes=0-1,5-4', Accept: '*/*;q=x' }
    expect((await send({ path: '/api/products', headers })).status).toBe(200)
  })
})

describe('strangers', () => {
  test('get no CORS header of any answer, nor a preflight', async () => {
    const foreign = { Origin: 'https://evil.example' }
    const open = ['/google-stand-in/.well-known/openid-configuration', '/google-stand-in/jwks', '/stripe-sandbox/v3']
    for (const path of [...open, '/healthz', '/robots.txt', '/api/openapi.json']) {
      await expectNoCors(path, await world().send({ path, headers: foreign }))
    }
    for (const call of Object.keys(CALLS)) {
      const asked = await CALLS[call]?.ask(world())
      if (!asked) continue
      const headers = { ...asked.headers, ...foreign }
      await expectNoCors(call, await world().send({ ...asked, headers, method: methodOf(call) }))
      const preflight = { ...foreign, 'Access-Control-Request-Method': methodOf(call) }
      const answer = await world().send({ path: asked.path, method: 'OPTIONS', headers: preflight })
      expect([call, answer.status]).toEqual([call, 403])
      await expectNoCors(call, answer)
    }
  })

  test('cannot write with a form that a browser sends without asking', async () => {
    const { shop, send } = world()
    const before = await fingerprint(shop)
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
    for (const call of WRITES.filter((name) => !/webhook|:token|^DELETE|paidorders/.test(name))) {
      for (const type of types) {
        const { path, json } = withoutOrders(world(), call)
        const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', 'Content-Type': type }
        const answer = await send({ path, method: methodOf(call), headers, body: `${JSON.stringify(json)}=` })
        expect([call, answer.status >= 400 && answer.status < 500]).toEqual([call, true])
      }
    }
    expect(await fingerprint(shop)).toEqual(before)
  })
})

type Paths = Record<string, Record<string, { parameters: { name: string; in: string }[] }>>

/** A request of the call about things that are not there, made without changing anything. */
function withoutOrders({ buyer, product }: World, call: string) {
  const path = call
    .slice(call.indexOf(' ') + 1)
    .replace(':email', buyer.email)
    .replace(':id', product.id)
  return { path, json: { email: buyer.email, name: 'x', role: 'admin', token: 'x'.repeat(43), message: 'x' } }
}

async function expectNoCors(about: string, { headers }: Response) {
  const cors = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
  expect([about, cors]).toEqual([about, []])
}

/** The status for a body whose length is said before, or only found out on the way. */
function statusOfBody(origin: string, { path, method, headers, body = '', token }: Asked, { said = false } = {}) {
  const length = said ? { 'Content-Length': String(body.length) } : { 'Transfer-Encoding': 'chunked' }
  const all = { ...headers, ...(token && { Authorization: `Bearer ${token}` }), ...length }
  return new Promise<number>((resolve, reject) => {
    const asked = rawRequest(`${origin}${path}`, { method, headers: all, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
      asked.destroy()
    })
    asked.on('error', reject)
    for (let from = 0; from < body.length; from += 16 * KB) asked.write(body.slice(from, from + 16 * KB))
    asked.end()
  })
}
