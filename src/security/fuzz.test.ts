import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { routesOf } from '../http/openapi.ts'
import { aProduct } from '../testing/open-test-shop.ts'
import { expectLaws, placed } from '../testing/orders.ts'
import { SEED } from '../testing/seed.ts'
import { Problem } from '../wire/refusal.ts'
import { type Document, requestsOf } from './requests-of-document.ts'
import { type Asked, aWorld, fingerprint } from './world.ts'

/** How much is tried; `FUZZ_RUNS=10000 SEED=new` for a long night. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 800)
const AT_ONCE = 8
const GIVES_AWAY =
  /\bat .+\.m?[jt]s:\d+|node_modules|\b(select|insert into|update|delete from) ["\w]+|violates|syntax error|relation "|drizzle|postgres|TypeError|ReferenceError|is not a function|Cannot read/i

const world = aWorld({ env: { MAX_UNPAID_ORDERS: '1000' } })
type Sent = { call: string; asked: Asked }

/** Sends all, some at once, and tells how each was answered. */
async function answersTo(requests: Sent[]) {
  const answers: { request: Sent; status: number; type: string; text: string }[] = []
  const left = requests.toReversed()
  const worker = async () => {
    for (let request = left.pop(); request; request = left.pop()) {
      const answer = await world().send(request.asked)
      const type = answer.headers.get('content-type') ?? ''
      answers.push({ request, status: answer.status, type, text: await textOf(answer, type) })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return answers
}

/** A stream of events has no end of its own, and is left. */
async function textOf(answer: Response, type: string) {
  if (!type.startsWith('text/event-stream')) return answer.text()
  await answer.body?.cancel()
  return ''
}

async function someRequests() {
  const { send, shop, as, product } = world()
  const things = await Promise.all(Array.from({ length: 6 }, () => aProduct(shop)))
  const orders = await Promise.all(Array.from({ length: 12 }, () => placed(as.buyer, product)))
  const { buyer, other, admin } = world()
  const known = {
    emails: [buyer.email, buyer.email, other.email, admin.email, 'nobody@example.com'],
    ids: [product.id, buyer.id, ...things.map(({ id }) => id), ...orders.map(({ _id }) => _id)],
    texts: [product.name, 'cold-storage-9', '72.00', '22 00 01 40', 'pi_1', 'admin'],
  }
  const document = (await (await send({ path: '/api/openapi.json' })).json()) as Document
  return fc.sample(requestsOf(document, world(), known), { numRuns: RUNS, seed: SEED })
}

test(`${RUNS} odd requests: nothing breaks, nothing is given away, refused ones change nothing (SEED=${SEED})`, async () => {
  const { app, shop } = world()
  const answers = await answersTo(await someRequests())
  const contracts = new Map(
    routesOf(app).map((route) => [`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`, route]),
  )
  for (const { request, status, type, text } of answers) {
    const about = `${JSON.stringify(request).slice(0, 1500)} → ${status} ${text.slice(0, 300)}`
    expect(status, about).toBeLessThan(500)
    if (status >= 400) {
      expect(text, about).not.toMatch(GIVES_AWAY)
      expect(type, about).toContain('application/json')
      expect(Problem.safeParse(JSON.parse(text)).success, about).toBe(true)
    }
    const isOwnMethod = request.call.startsWith(`${request.asked.method} `)
    const contract = isOwnMethod ? contracts.get(request.call)?.answer : undefined
    if (status < 300 && contract?.schema) {
      expect(status, about).toBe(contract.status)
      expect(contract.schema.safeParse(JSON.parse(text)).error, about).toBeUndefined()
    }
  }
  const taken = answers.filter(({ status }) => status < 300)
  expect(taken.length, 'some requests are good ones').toBeGreaterThan(RUNS / 20)
  await expectLaws(shop)
  await expectRefusedAgain(answers.filter(({ status }) => status >= 400).map(({ request }) => request))
}, 600_000)

/** Sends the refused requests again until all are refused, and then compares: none has left a trace. */
async function expectRefusedAgain(requests: Sent[]) {
  const { shop } = world()
  for (let left = requests; ; ) {
    const before = await fingerprint(shop)
    const answers = await answersTo(left)
    if (answers.every(({ status }) => status >= 400)) {
      expect(await fingerprint(shop)).toEqual(before)
      return
    }
    left = answers.filter(({ status }) => status >= 400).map(({ request }) => request)
  }
}

const LINES = [
  'GET /api/products HTTP/1.1',
  'POST /api/contact HTTP/1.1',
  'PUT /api/user/a@example.com HTTP/1.1',
  'HEAD / HTTP/1.1',
  'GET /api/products HTTP/9.9',
  'GET  /  HTTP/1.1',
  '\u0016\u0003\u0001\u0002',
  'PRI * HTTP/2.0',
]
const HEADERS = [
  'Host: localhost',
  'Host: a\r\nHost: b',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 99999999999999999999',
  'Content-Length: 1\r\nContent-Length: 2',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding: chunked, identity',
  'Content-Type: application/json',
  'Expect: 100-continue',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Cookie: \u00ff\u0001',
  ' folded: yes',
  'No colon',
  `X: ${'y'.repeat(20_000)}`,
]
const raw = fc
  .tuple(
    fc.constantFrom(...LINES),
    fc.array(fc.constantFrom(...HEADERS), { maxLength: 4 }),
    fc.oneof(
      fc.constant(''),
      fc.constant('5\r\nhello\r\n0\r\n\r\n'),
      fc.constant('fffffffffffffffff\r\n'),
      fc.string({ unit: 'binary' }),
    ),
    fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 3 }),
  )
  .map(([line, headers, body, flips]) => {
    const bytes = Buffer.from([line, ...headers, '', body].join('\r\n'), 'latin1')
    for (const [at, byte] of flips) if (at < bytes.length) bytes[at] = byte
    return bytes
  })

/** The shop's answer to these bytes, up to the end of the connection. */
function answerTo(bytes: Uint8Array) {
  const { port } = new URL(world().origin)
  return new Promise<string>((resolve) => {
    let said = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    const timer = setTimeout(() => socket.destroy(), 150)
    socket.on('data', (chunk) => {
      said += chunk.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(said)
    })
  })
}

test(`odd bytes get a refusal or a closed door (SEED=${SEED})`, async () => {
  const { shop, send } = world()
  const before = await fingerprint(shop)
  const left = fc.sample(raw, { numRuns: Math.ceil(RUNS / 5), seed: SEED })
  let answered = 0
  const worker = async () => {
    for (let bytes = left.pop(); bytes; bytes = left.pop()) {
      const said = await answerTo(bytes)
      const about = `${JSON.stringify(bytes.toString('latin1')).slice(0, 500)} → ${said.slice(0, 300)}`
      const statuses = [...said.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
      for (const status of statuses) expect(status, about).toBeLessThan(500)
      answered += statuses.length
      expect(said.startsWith('HTTP/1.1 2') ? '' : said, about).not.toMatch(GIVES_AWAY)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  expect(answered).toBeGreaterThan(0)
  expect((await send({ path: '/readyz' })).status).toBe(200)
  expect(await fingerprint(shop)).toEqual(before)
}, 300_000)
