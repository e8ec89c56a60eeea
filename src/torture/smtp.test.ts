import pg from 'pg'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openSmtp } from '../post/open-test-post.ts'
import { freshDatabase } from '../testing/database.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { anOrder, expectLaws } from '../testing/orders.ts'
import { figure, isLong, long } from './figures.ts'
import { openProxy } from './proxy.ts'

type Mood = 'refuses' | 'hangs' | '450' | '550' | 'well'

/** A mail server that does as its mood says, and counts the letters that met it in each. */
function moody() {
  const state = { mood: 'well' as Mood, met: { refuses: 0, hangs: 0, '450': 0, '550': 0, well: 0 } }
  const fault = (code: number) => Object.assign(new Error('not now'), { responseCode: code })
  const options: SMTPServerOptions = {
    onConnect: (_, done) => {
      if (state.mood === 'refuses' || state.mood === 'hangs') state.met[state.mood]++
      if (state.mood !== 'hangs') done(state.mood === 'refuses' ? fault(421) : null)
    },
    // A connection that was accepted in another mode gets this one here.
    onRcptTo: (_address, _session, done) => {
      const { mood } = state
      if (mood !== 'refuses' && mood !== 'hangs') state.met[mood]++
      if (mood === 'well') done(null)
      else done(fault(mood === '550' ? 550 : 450))
    },
  }
  return Object.assign(state, { options })
}

test('whatever the mail server does, orders are taken, and each mail arrives once when it is well', {
  timeout: isLong ? 600_000 : 90_000,
}, async () => {
  const server = moody()
  const smtp = await openSmtp({ ...server.options, closeTimeout: 100 })
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'Parts House <desk@parts-house.example>', MAX_UNPAID_ORDERS: '1000' }
  const { shop, as, product } = await openTestShop({ stock: 100_000, fullPools: true, env, work: true })
  const hurry = () =>
    shop.pool.query("update pgboss.job set start_after = now() where name = 'mail' and state = 'retry'")
  const unsent = async () => {
    const { rows } = await shop.pool.query("select 1 from pgboss.job where name = 'mail' and state <> 'completed'")
    return rows.length
  }
  let slowest = 0
  let orders = 0
  for (const mood of ['refuses', '450', '550', 'hangs'] as const) {
    server.mood = mood
    for (let count = 0; count < long(20, 3); count++) {
      const start = performance.now()
      expect((await as.buyer.order.$post({ json: anOrder(product) })).status).toBe(201)
      slowest = Math.max(slowest, performance.now() - start)
      orders++
    }
    await vi.waitFor(
      async () => {
        await hurry()
        expect(server.met[mood]).toBeGreaterThan(0)
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(smtp.taken).toHaveLength(0)
  }
  server.mood = 'well'
  await vi.waitFor(
    async () => {
      await hurry()
      expect(await unsent()).toBe(0)
    },
    { timeout: 60_000, interval: 500 },
  )
  const ids = smtp.taken.map(({ text }) => /^Message-ID: (.+)$/im.exec(text)?.[1])
  expect(ids).toHaveLength(orders)
  expect(new Set(ids).size).toBe(orders)
  await expectLaws(shop)
  figure('SMTP refusing, 4xx, 5xx, hanging', { orders, mails: ids.length, 'slowest order ms': Math.round(slowest) })
})

test('a letter that the mail server took while the database went away comes once', async () => {
  const databaseUrl = await freshDatabase()
  const proxy = await openProxy(databaseUrl)
  const smtp = await openSmtp({
    onRcptTo: (_address, _session, done) => {
      proxy.set('closed')
      proxy.cut()
      setTimeout(() => proxy.set('open'), 1000)
      done()
    },
  })
  const env = { DATABASE_URL: proxy.url, SMTP_URL: smtp.url, MAIL_FROM: 'Parts House <desk@parts-house.example>' }
  const { as, product } = await openTestShop({ env, work: true })
  expect((await as.buyer.order.$post({ json: anOrder(product) })).status).toBe(201)
  const beside = new pg.Client({ connectionString: databaseUrl })
  await beside.connect()
  onTestFinished(() => beside.end())
  const states = async () => (await beside.query("select state from pgboss.job where name = 'mail'")).rows
  await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'completed' }]), {
    timeout: 60_000,
    interval: 100,
  })
  expect(smtp.taken).toHaveLength(1)
})
