import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Shop } from '../shop.ts'
import { isGone } from '../stand-ins/postgres/processes.ts'
import { type BuiltShop, databasePidOf, isReady, killDatabaseOf } from '../testing/built-shop.ts'
import { aProduct } from '../testing/open-test-shop.ts'
import {
  type Answer,
  counted,
  expectNothingLost,
  expectNothingUntold,
  ordering,
  somePeople,
  untilSold,
} from './buyers.ts'
import { figure, isLong, long } from './figures.ts'
import { openRealShop, withBooks } from './real-shop.ts'

const READY_WITHIN = 10_000
const BUYERS = 20

const KILLS = {
  shop: (real: BuiltShop) => real.end('SIGKILL'),
  database: killDatabaseOf,
  both: async (real: BuiltShop) => {
    const database = killDatabaseOf(real)
    await Promise.all([real.end('SIGKILL'), database])
  },
}

const prepare = (books: Shop) =>
  Promise.all([aProduct(books, { stock: 5_000_000 }), somePeople(books, BUYERS)] as const)

/** Milliseconds until the shop is ready again: started anew, or by itself when only its database is gone. */
async function recover(real: BuiltShop, killed: keyof typeof KILLS) {
  if (killed !== 'database') return real.start()
  const begin = performance.now()
  while (!(await isReady(real.origin))) {
    if (performance.now() - begin > READY_WITHIN) throw new Error(`it does not come back: ${real.said()}`)
    await wait(20)
  }
  return Math.round(performance.now() - begin)
}

test('killed at any moment under twenty buyers, the shop is back within ten seconds with everything it acknowledged', {
  timeout: isLong ? 1_800_000 : 120_000,
}, async () => {
  const real = await openRealShop({ env: { MAX_UNPAID_ORDERS: '1000' } })
  await real.start()
  const [product, people] = await withBooks(real.databaseUrl(), prepare)
  const rounds = long(50, 3)
  const all: Answer[] = []
  let slowest = 0
  for (let round = 0; round < rounds; round++) {
    const killed = (['shop', 'database', 'both'] as const)[round % 3] ?? 'both'
    const buyers = ordering({ origin: real.origin, product }, people)
    await untilSold(buyers)
    await wait(Math.random() * 900)
    await KILLS[killed](real)
    const answers = buyers.stop()
    const ms = await recover(real, killed)
    slowest = Math.max(slowest, ms)
    expect(ms).toBeLessThan(READY_WITHIN)
    for (const answer of await answers) all.push(answer)
    expect(all.filter(({ status }) => ![0, 201, 200, 503].includes(status))).toEqual([])
    await withBooks(real.databaseUrl(), (books) => expectNothingLost(books, all))
  }
  figure('kill -9 of the shop, its PostgreSQL, or both', {
    kills: rounds,
    'acknowledged orders and cancels': counted(all, 200, 201),
    missing: 0,
    'slowest return ms': slowest,
  })
})

test('its database stopped and started by somebody else, the shop goes on by itself', {
  timeout: 120_000,
}, async () => {
  const real = await openRealShop({ env: { MAX_UNPAID_ORDERS: '1000' } })
  await real.start()
  const [product, people] = await withBooks(real.databaseUrl(), prepare)
  const buyers = ordering({ origin: real.origin, product }, people)
  const rounds = long(10, 1)
  let slowest = 0
  for (let round = 0; round < rounds; round++) {
    await untilSold(buyers)
    // A fast shutdown, as an operator's restart begins: sessions are ended, nothing is lost.
    const stopped = databasePidOf(real)
    process.kill(stopped, 'SIGINT')
    await isGone(stopped, READY_WITHIN)
    slowest = Math.max(slowest, await recover(real, 'database'))
  }
  await untilSold(buyers)
  const answers = await buyers.stop()
  expect(counted(answers, 200, 201, 503)).toBe(answers.length)
  await withBooks(real.databaseUrl(), (books) => expectNothingLost(books, answers))
  figure('PostgreSQL restarted under load', {
    rounds,
    answers: answers.length,
    'told 503': counted(answers, 503),
    'slowest return ms': slowest,
  })
})

test('SIGTERM under load: every accepted request is answered, and the exit is clean', {
  timeout: isLong ? 600_000 : 90_000,
}, async () => {
  const rounds = long(20, 1)
  let slowest = 0
  for (let round = 0; round < rounds; round++) {
    const real = await openRealShop({ env: { MAX_UNPAID_ORDERS: '1000' } })
    await real.start()
    const [product, people] = await withBooks(real.databaseUrl(), prepare)
    const buyers = ordering({ origin: real.origin, product }, people)
    await untilSold(buyers)
    // A connection as browsers keep one in store: open, and silent.
    const spare = connect(real.port, '127.0.0.1').on('error', () => undefined)
    await once(spare, 'connect')
    const { code, ms } = await real.end('SIGTERM')
    const answers = await buyers.stop()
    expect([code, real.said().includes('stopping after an error')]).toEqual([0, false])
    expect(ms).toBeLessThan(10_000)
    slowest = Math.max(slowest, ms)
    expect(answers.filter(({ status, refused }) => status === 0 && !refused)).toEqual([])
    expect(counted(answers, 500, 503)).toBe(0)
    await real.start()
    await withBooks(real.databaseUrl(), (books) => expectNothingLost(books, answers))
    await withBooks(real.databaseUrl(), (books) => expectNothingUntold(books, answers))
  }
  figure('SIGTERM under load', { rounds, 'dropped requests': 0, 'slowest exit ms': slowest })
})
