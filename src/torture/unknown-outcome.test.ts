import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { orderLines } from '../orders/table.server.ts'
import { freshDatabase } from '../testing/database.ts'
import { clientOf, openTestShop } from '../testing/open-test-shop.ts'
import { anOrder, expectLaws } from '../testing/orders.ts'
import { somePeople } from './buyers.ts'
import { figure, long } from './figures.ts'
import { openProxy } from './proxy.ts'

const BUYERS = 10

async function openShopBehindProxy() {
  const proxy = await openProxy(await freshDatabase())
  const env = { DATABASE_URL: proxy.url, MAX_UNPAID_ORDERS: '1000' }
  const opened = await openTestShop({ stock: 1_000_000, fullPools: true, env })
  return { ...opened, proxy, people: await somePeople(opened.shop, BUYERS) }
}

type Opened = Awaited<ReturnType<typeof openShopBehindProxy>>
type Person = Opened['people'][number]

/** One order after another, each asked with its own key until it is placed; answers what was told on the way. */
async function orders({ origin, product }: Opened, { token }: Person, count: number) {
  const told: { status: number; id?: string }[] = []
  for (let placed = 0; placed < count; ) {
    const key = `order ${placed}`
    const answer = await clientOf(origin, token, { 'Idempotency-Key': key }).order.$post({ json: anOrder(product) })
    const { _id: id } = (await answer.json()) as { _id?: string }
    told.push({ status: answer.status, ...(id && { id }) })
    if (answer.status === 201) placed++
    else {
      expect([answer.status, Number(answer.headers.get('Retry-After')) > 0]).toEqual([503, true])
      await wait(100)
    }
  }
  return told
}

/** Each key has bought once, and what its buyer was told is what is there. */
async function expectEachOnce({ shop }: Opened, told: { status: number; id?: string }[]) {
  const kept = (await shop.db.select({ id: orderLines.id }).from(orderLines)).map(({ id }) => id)
  const sold = told.flatMap(({ id }) => id ?? [])
  expect(kept.toSorted()).toEqual(sold.toSorted())
  expect(new Set(sold).size).toBe(sold.length)
  await expectLaws(shop)
}

test('connections that are cut once COMMIT was sent: no buyer is told so, and each order is there once', async () => {
  const opened = await openShopBehindProxy()
  const count = long(50, 5)
  let commits = 0
  let cuts = 0
  // By turns and not by chance: an order that is cut at each of its tries would rightly be told to come again.
  opened.proxy.onCommit(() => {
    const isCut = ++commits % 3 === 0
    if (isCut) cuts++
    return isCut
  })
  const told = (await Promise.all(opened.people.map((person) => orders(opened, person, count)))).flat()
  opened.proxy.onCommit(() => false)
  expect(cuts).toBeGreaterThan(0)
  expect(told.filter(({ status }) => status !== 201)).toEqual([])
  await expectEachOnce(opened, told)
  figure('connections cut between COMMIT and its answer', { orders: told.length, cuts, lost: 0, twice: 0 })
})

test('sessions that the database ends at any moment lose no order, and make none twice', async () => {
  const opened = await openShopBehindProxy()
  const { shop } = opened
  let isOver = false
  let ended = 0
  const count = long(50, 5)
  const selling = Promise.all(opened.people.map((person) => orders(opened, person, count))).finally(() => {
    isOver = true
  })
  const end = `select pg_terminate_backend(pid) from (select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    order by random() limit 1) as chosen`
  const database = new pg.Client({ connectionString: shop.config.databaseUrl ?? '' })
  await database.connect()
  const most = long(1000, 30)
  while (!isOver && ended < most) {
    ended += (await database.query(end)).rowCount ?? 0
    await wait(20)
  }
  await database.end()
  const told = (await selling).flat()
  expect(ended).toBeGreaterThan(0)
  await expectEachOnce(opened, told)
  figure('sessions ended by the database', {
    orders: told.filter(({ status }) => status === 201).length,
    ended,
    'told to ask again': told.filter(({ status }) => status === 503).length,
  })
})
