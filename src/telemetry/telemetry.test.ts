import { globSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from '../config/log.ts'
import { beginTracing, traceId } from '../config/tracing.ts'
import { intentFor } from '../payments/open-test-payments.ts'
import { aBuiltShop } from '../testing/built-shop.ts'
import { openCollector } from '../testing/collector.ts'
import { filledDatabase } from '../testing/filled-database.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { anOrder, placed } from '../testing/orders.ts'
import { openTelemetry } from './open-telemetry.ts'

/** Traces everything of this process until the test ends; `sent` ends it and answers when all spans have arrived. */
async function traceAll(share = 1) {
  const collector = await openCollector()
  const tracing = openTelemetry({ endpoint: collector.endpoint, share })
  beginTracing(tracing)
  onTestFinished(() => beginTracing(undefined))
  const sent = async () => {
    await tracing.close()
    return collector.spans
  }
  return { ...collector, sent }
}

/** What is logged, a line each. */
function aLog() {
  const lines: Record<string, unknown>[] = []
  return { lines, log: openLog('info', { write: (line) => void lines.push(JSON.parse(line)) }) }
}

test('an order, its payment at Stripe and its mail are in the trace of the call that caused them, without what was typed', async () => {
  const { sent, lineage } = await traceAll()
  const { shop, as, product, buyer } = await openTestShop({ work: true })
  const order = await placed(as.buyer, product)
  await intentFor(as.buyer, order)
  await vi.waitFor(
    async () => {
      const { rows } = await shop.pool.query("select state from pgboss.job where name = 'mail'")
      expect(rows).toEqual([{ state: 'completed' }])
    },
    { timeout: 60_000 },
  )
  const spans = await sent()
  const call = spans.find(({ name }) => name === 'POST /api/order')
  const mail = spans.find(({ name }) => name === 'job mail')
  expect([mail?.traceId, call?.traceId]).toEqual([call?.traceId, expect.stringMatching(/^[\da-f]{32}$/)])
  const written = spans.filter(({ name, traceId }) => name === 'insert' && traceId === call?.traceId)
  expect(written.map(lineage)).toContainEqual(['insert', 'POST /api/order'])
  const stripe = spans.find(({ name }) => name === 'Stripe POST /v1/payment_intents')
  expect(stripe && lineage(stripe)).toEqual(['Stripe POST /v1/payment_intents', 'POST /api/create-payment-intent'])
  const all = JSON.stringify(spans)
  for (const typed of [buyer.email, order.address, order._id]) expect(all).not.toContain(typed)
})

test('each log line of a request and the number of an error are its trace', async () => {
  const { sent } = await traceAll()
  const { lines, log } = aLog()
  const broken = () => Promise.reject(new Error('a bug'))
  const { as, product, origin } = await openTestShop({ log, pages: () => ({ kept: [], render: broken }) })
  await as.buyer.order.$post({ json: anOrder(product, { quantity: 1 }) })
  const { errorId } = await (await fetch(`${origin}/broken`)).json()
  const spans = await sent()
  const failed = spans.find(({ traceId }) => traceId === errorId)
  expect(failed).toMatchObject({ status: { code: 2 } })
  expect(lines).toContainEqual(expect.objectContaining({ msg: 'bug', id: errorId, trace: errorId }))
  const refused = lines.filter(({ route, refused }) => route === '/api/order' || refused)
  const order = spans.find(({ name }) => name === 'POST /api/order')
  expect(refused.map(({ trace }) => trace)).toEqual([order?.traceId, order?.traceId])
})

test('who waits for a free connection stays in their own trace', async () => {
  const { sent } = await traceAll()
  const { as } = await openTestShop()
  await Promise.all(Array.from({ length: 60 }, () => as.admin.users.$get({ query: {} })))
  const spans = await sent()
  const calls = spans.filter(({ name }) => name === 'GET /api/users')
  const queries = calls.map((call) => spans.filter(({ parentSpanId }) => parentSpanId === call.spanId).length)
  expect([calls.length, new Set(queries).size]).toEqual([60, 1])
  expect(queries[0]).toBeGreaterThan(0)
})

test('of a built shop, a page, the call it makes and the query of that are one trace', async () => {
  const collector = await openCollector()
  const DATABASE_URL = await filledDatabase()
  const env = { DATABASE_URL, OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: '1' }
  const shop = await aBuiltShop({ env })
  onTestFinished(() => shop.close())
  await shop.start()
  expect((await fetch(`${shop.origin}/products?q=fan`)).status).toBe(200)
  // What is left is sent when the shop ends.
  await shop.end()
  const lineages = collector.spans.filter(({ name }) => name === 'select').map(collector.lineage)
  expect(lineages).toContainEqual(['select', 'GET /api/products', 'GET /products'])
})

test('a collector that is away, or no share of the traces, costs nobody an answer', async () => {
  const tracing = openTelemetry({ endpoint: 'http://127.0.0.1:1', share: 1 })
  beginTracing(tracing)
  onTestFinished(() => beginTracing(undefined))
  const { as, product } = await openTestShop()
  await placed(as.buyer, product)
  await tracing.close()

  const { sent } = await traceAll(0)
  await placed(as.buyer, product)
  expect(await sent()).toEqual([])
})

test('OpenTelemetry is loaded by the one import that runs when it is set', async () => {
  const sources = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.|telemetry\//.test(file))
  const naming = sources.flatMap((file) => {
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line) => (/@opentelemetry|open-telemetry/.test(line) ? [`${file}: ${line.trim()}`] : []))
  })
  expect(naming).toEqual([
    "src/start/start.ts: const { openTelemetry } = await import('../telemetry/open-telemetry.ts')",
  ])
  expect(traceId()).toBeUndefined()
})
