import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '../client.ts'
import { breachesOf } from '../laws.ts'
import { filledDatabase } from '../testing/filled-database.ts'
import { aPerson, aProduct, clientOf } from '../testing/open-test-shop.ts'
import { anOrder } from '../testing/orders.ts'
import { somePeople } from './buyers.ts'
import { figure, isLong } from './figures.ts'
import { memoryOf } from './heap.ts'
import { openRealShop, withBooks } from './real-shop.ts'

/** The short form goes by answers, so that it does the same on a busy machine. */
const ANSWERS = 1500
const SECONDS = Number(process.env.SOAK_SECONDS ?? 60)
/** Caches, plans and compiled code have their size after this part of it. */
const WARM = 0.4
const GROWTH = 1.15
const PAGES = ['/', '/products', '/blog', '/portfolio', '/login', '/nowhere', '/api/products', '/api/reviews']

type Counts = { answers: number; orders: number; failures: number }

/** One visitor who looks around, orders, asks to pay, and cancels, until told to stop. */
async function visit(
  { origin, product, counts }: { origin: string; product: Parameters<typeof anOrder>[0]; counts: Counts },
  token: string,
  stop: AbortSignal,
) {
  const as = clientOf(origin, token)
  const count = (status: number) => {
    counts.answers++
    if (status >= 500) counts.failures++
  }
  for (let turn = 0; !stop.aborted; turn++) {
    const page = await fetch(`${origin}${PAGES[turn % PAGES.length]}`)
    await page.arrayBuffer()
    count(page.status)
    const placed = await as.order.$post({ json: anOrder(product) })
    count(placed.status)
    if (placed.status === 201) {
      const { _id: id, price } = (await placed.json()) as { _id: string; price: number }
      counts.orders++
      const intent = await as['create-payment-intent'].$post({ json: { price, orderId: id } })
      await intent.arrayBuffer()
      count(intent.status)
      const gone = await as.orders[':id'].$delete({ param: { id } })
      await gone.arrayBuffer()
      count(gone.status)
    }
    const wrong = await connect(origin, fetch).orders.$get({ query: { email: 'nobody@example.com' } })
    await wrong.arrayBuffer()
    count(wrong.status)
  }
}

const soaked = (counts: Counts, part: number) =>
  isLong
    ? wait(SECONDS * 1000 * part)
    : expect.poll(() => counts.answers, { timeout: 600_000 }).toBeGreaterThan(ANSWERS * part)

test('memory stays flat over a soak', { timeout: isLong ? (SECONDS + 90) * 1000 : 700_000 }, async () => {
  const real = await openRealShop({
    node: ['--inspect=0'],
    env: { DATABASE_URL: await filledDatabase(), MAX_UNPAID_ORDERS: '1000' },
  })
  await real.start()
  const [product, people, admin] = await withBooks(real.databaseUrl(), (books) =>
    Promise.all([
      aProduct(books, { stock: 1_000_000 }),
      somePeople(books, 8),
      aPerson(books, 'admin', 'admin'),
    ] as const),
  )
  const stop = new AbortController()
  const counts: Counts = { answers: 0, orders: 0, failures: 0 }
  const visits = people.map(({ token }) => visit({ origin: real.origin, product, counts }, token, stop.signal))
  await soaked(counts, WARM)
  const before = await memoryOf(real)
  await soaked(counts, isLong ? 1 - WARM : 1)
  stop.abort()
  await Promise.all(visits)
  await (await clientOf(real.origin, admin.token).allorders.$get({ query: {} })).arrayBuffer()
  const after = await memoryOf(real)
  figure(isLong ? `soak of ${SECONDS} s` : 'soak', {
    answers: counts.answers,
    orders: counts.orders,
    'answers 5xx': counts.failures,
    'heap MB': `${before.heap.toFixed(1)} → ${after.heap.toFixed(1)}`,
    'resident MB': `${before.rss.toFixed(0)} → ${after.rss.toFixed(0)}`,
  })
  expect(counts.failures).toBe(0)
  expect(after.heap / before.heap).toBeLessThan(GROWTH)
  await withBooks(real.databaseUrl(), async ({ db }) => expect(await breachesOf(db)).toEqual([]))
})
