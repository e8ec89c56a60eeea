import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../testing/database.ts'
import { filledDatabase } from '../testing/filled-database.ts'
import { openTestShop } from '../testing/open-test-shop.ts'
import { takenOf } from '../testing/taken.ts'
import {
  type Answer,
  counted,
  expectNothingLost,
  ordering,
  slowestMs,
  somePeople,
  untilSold,
  untilTold,
} from './buyers.ts'
import { figure, isLong, long } from './figures.ts'
import { openProxy, type Way } from './proxy.ts'
import { openRealShop } from './real-shop.ts'

const AWAY_WITHIN = 5000
const BACK_WITHIN = 10_000
const DEADLINE = 10_000

async function openShopBehindProxy() {
  const proxy = await openProxy(await freshDatabase())
  const env = { DATABASE_URL: proxy.url, MAX_UNPAID_ORDERS: '1000' }
  const opened = await openTestShop({ stock: 1_000_000, fullPools: true, env })
  const buyers = ordering(opened, await somePeople(opened.shop, 20))
  onTestFinished(async () => void (await buyers.stop()))
  return { ...opened, proxy, buyers }
}

type Opened = Awaited<ReturnType<typeof openTestShop>>

/** Throws when it takes longer than `within`, also within one answer. */
async function msUntil(origin: string, state: 'up' | 'away', within: number) {
  const start = performance.now()
  const signal = AbortSignal.timeout(within)
  for (;;) {
    const answer = await fetch(`${origin}/readyz`, { signal })
    const { ready, database } = await answer.json()
    // The node itself takes requests all the while.
    expect([answer.status, ready]).toEqual([200, true])
    if (database === state) return Math.round(performance.now() - start)
    await wait(50, undefined, { signal })
  }
}

/** Every answer is one that is kept, or a 503 that says when to come again; and the pool has all of its connections. */
async function expectHonest({ shop }: Opened, answers: Answer[]) {
  expect(counted(answers, 200, 201, 503)).toBe(answers.length)
  expect(answers.filter(({ status, retryAfter }) => status === 503 && !(Number(retryAfter) > 0))).toEqual([])
  // Word of the last sale goes out a tenth of a second after its answer, on a connection that nobody here waits for.
  await expect.poll(() => takenOf(shop), { timeout: DEADLINE }).toBe(0)
  await expectNothingLost(shop, answers)
}

const OUTAGES: Record<string, (proxy: Way) => void> = {
  'resets every connection and refuses new ones': (proxy) => {
    proxy.set('closed')
    proxy.cut()
  },
  'answers nothing any more': (proxy) => proxy.set('silent'),
}

test.each(Object.entries(OUTAGES))(
  'a database that %s is told of, and forgotten once it is back',
  { timeout: 600_000 },
  async (name, begin) => {
    const opened = await openShopBehindProxy()
    const { origin, proxy, buyers } = opened
    const slowest = { away: 0, back: 0 }
    const rounds = long(3, 1)
    for (let round = 0; round < rounds; round++) {
      await untilSold(buyers)
      begin(proxy)
      slowest.away = Math.max(slowest.away, await msUntil(origin, 'away', AWAY_WITHIN))
      expect((await fetch(`${origin}/livez`)).ok).toBe(true)
      await untilTold(buyers)
      if (isLong) await wait(30_000)
      if (name.includes('nothing')) proxy.cut()
      proxy.set('open')
      slowest.back = Math.max(slowest.back, await msUntil(origin, 'up', BACK_WITHIN))
      await untilSold(buyers)
    }
    const answers = await buyers.stop()
    figure(`database ${name}`, {
      rounds,
      'away after ms': slowest.away,
      'back after ms': slowest.back,
      ...toldOf(answers),
    })
    await expectHonest(opened, answers)
  },
)

test('connections that were swallowed for good are given up by themselves', { timeout: 120_000 }, async () => {
  const opened = await openShopBehindProxy()
  const { proxy, buyers, origin } = opened
  await untilSold(buyers)
  proxy.set('silent')
  await untilTold(buyers)
  // The old connections stay dead, and only new ones get through.
  const old = proxy.forget()
  proxy.set('open')
  const back = await msUntil(origin, 'up', BACK_WITHIN)
  await untilSold(buyers)
  const answers = await buyers.stop()
  figure('swallowed connections', { connections: old, 'back after ms': back, ...toldOf(answers) })
  await expectHonest(opened, answers)
})

test.each(Object.entries(OUTAGES))(
  'while the database %s, kept pages stay as they are, and calls and people are told to come again',
  async (_, begin) => {
    const proxy = await openProxy(await filledDatabase())
    const real = await openRealShop({ env: { DATABASE_URL: proxy.url, RATE_LIMIT: 'on' } })
    await real.start()
    const ask = (path: string) => fetch(real.origin + path)
    const kept = await (await ask('/products')).text()
    begin(proxy)
    await msUntil(real.origin, 'away', AWAY_WITHIN)
    const pages = await Promise.all(Array.from({ length: 20 }, () => ask('/products')))
    for (const page of pages) expect([page.status, await page.text()]).toEqual([200, kept])
    const login = await fetch(`${real.origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: real.origin },
      body: JSON.stringify({ email: 'admin@parts-house.example', password: 'parts-house' }),
    })
    expect([login.status, Number(login.headers.get('Retry-After')) > 0]).toEqual([503, true])
    const page = await fetch(`${real.origin}/dashboard/myorders`, { headers: { Accept: 'text/html' } })
    expect([page.status, Number(page.headers.get('Retry-After')) > 0]).toEqual([503, true])
    expect(await page.text()).toContain('Try again</a>')
    proxy.cut()
    proxy.set('open')
    await msUntil(real.origin, 'up', BACK_WITHIN)
    expect((await real.end('SIGTERM')).code).toBe(0)
  },
)

const toldOf = (answers: Answer[]) => ({
  answers: answers.length,
  'told 503': counted(answers, 503),
  'slowest answer ms': slowestMs(answers),
})
