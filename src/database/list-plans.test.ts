import { setImmediate as breathe } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { shelfNow } from '../search/shelf.ts'
import { addBuyers, addParts, inBulk } from '../seed/bulk.ts'
import { addOrders } from '../seed/bulk-orders.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { openTestShop, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { placed } from '../testing/orders.ts'

type Asked = { text: string; values: unknown[] }
type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const LARGE = new Set([
  ...['products', 'orders', 'order_lines', 'order_events', 'parcels', 'users', 'audit_log', 'stock_movements'],
])
/** An index that is walked in order may pass over some rows, never over most of a table. */
const MOST_PASSED = 2500

/** A count without words stops by itself, in whatever order it reads. */
const BOUNDED = /^select count(?!.* (?:ilike|@@) ).* limit \$\d+\) "counted"$/

let asked: Asked[] | undefined
const query = pg.Client.prototype.query
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
  const [first, second] = args
  const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text
  const values = Array.isArray(second) ? second : (first as { values?: unknown[] } | undefined)?.values
  if (text && /^\s*(select|with)/i.test(text)) asked?.push({ text, values: values ?? [] })
  return (query as (...all: unknown[]) => unknown).apply(this, args) as never
})
afterAll(() => void vi.restoreAllMocks())

let world: TestShop
const sharedShop = sharedTestShop()
beforeAll(async () => {
  world = await sharedShop()
  const at = world.shop.clock.now()
  const quietly = () => undefined
  await inBulk(world.shop.pool, async (bulk) => {
    await addParts(bulk, { count: 10_500, at, progress: quietly })
    await addBuyers(bulk, { count: 8000, at, progress: quietly })
    await addOrders(bulk, { count: 12_000, at, holdHours: 24, progress: quietly })
  })
  // While so many parts are read for the first time, searches scan them.
  while (!(await shelfNow(world.shop.db))) await breathe()
}, 240_000)

const LISTS = [
  '/api/products?limit=9',
  '/api/products?limit=9&page=20',
  '/api/products?limit=9&sort=newest',
  '/api/products?limit=9&sort=name',
  '/api/products?limit=9&sort=-price',
  '/api/products?limit=9&sort=each',
  '/api/products?limit=9&q=compressor',
  '/api/products?limit=9&q=HC-120',
  '/api/products?limit=9&q=zz',
  '/api/products?limit=9&q=compresors',
  '/api/products?limit=9&q=hc',
  '/api/products?limit=9&q=230%20V%20fan',
  '/api/products?limit=9&q=door%20seal&sort=name',
  '/api/products?limit=9&q=compressor&page=20',
  '/api/products?limit=9&inStock=1',
  '/api/products?limit=9&category=Compressors',
  '/api/products?limit=9&category=Nothing',
  '/api/products?limit=9&q=--',
  '/api/reviews',
  '/api/orders?limit=12&email=',
  '/api/allorders?limit=14',
  '/api/allorders?limit=14&page=20',
  '/api/allorders?limit=14&status=unpaid',
  '/api/allorders?limit=14&status=delivered',
  '/api/allorders?limit=14&q=buyer77',
  '/api/allorders?limit=14&q=HC-120',
  '/api/allorders?limit=14&q=fan',
  '/api/allorders?limit=14&q=zz',
  '/api/allorders?limit=14&q=PH-104999',
  '/api/allorders?limit=14&q=ph1049',
  '/api/allorders?limit=14&q=nobody@example.com',
  '/api/allorders?limit=14&by=order',
  '/api/allorders?limit=14&by=order&page=20',
  '/api/allorders?limit=14&by=order&status=paid',
  '/api/allorders?limit=14&by=order&status=delivered',
  '/api/allorders?limit=14&by=order&q=buyer77',
  '/api/allorders?limit=14&by=order&q=fan',
  '/api/allorders?limit=14&by=order&q=PH-104999',
  '/api/orders/PH-104999/page',
  '/api/users?limit=12',
  '/api/users?limit=12&page=20',
  '/api/users?limit=12&q=buyer77',
  '/api/users?limit=12&q=zz',
  '/api/audit?limit=20',
  '/api/audit?limit=20&action=order.paid',
]

test.each(LISTS)('%s reads no whole table', async (path) => {
  const { admin, buyer, shop } = world
  asked = []
  const isOwn = path.endsWith('email=')
  const answer = await read(isOwn ? path + buyer.email : path, isOwn ? buyer : admin)
  expect(answer.status).toBe(200)
  const statements = asked.filter(({ text }) => !/access_tokens|pgboss|rate_limits/.test(text))
  asked = undefined
  await expectNoneWhole(shop, statements)
})

test('what somebody unverified held before is found without reading all orders of a part', async () => {
  const { shop, product, clock, ...here } = await openTestShop({ env: { RATE_LIMIT: 'on' }, stock: 100_000 })
  await inBulk(shop.pool, async (bulk) => {
    const [at, progress] = [clock.now(), () => undefined]
    await addBuyers(bulk, { count: 300, at, progress })
    await addOrders(bulk, { count: 6000, at, holdHours: 24, progress })
  })
  const { as } = await aNewcomer({ shop, ...here })
  const { _id: id } = await placed(as, product)
  await as.orders[':id'].$delete({ param: { id } })
  asked = []
  await placed(as, product)
  const statements = asked.filter(({ text }) => /from "orders"/.test(text))
  asked = undefined
  await expectNoneWhole(shop, statements)
})

async function expectNoneWhole({ pool }: TestShop['shop'], statements: Asked[]) {
  expect(statements.length).toBeGreaterThan(0)
  for (const { text, values } of statements) {
    const { rows } = await pool.query({ text: `explain (analyze, format json) ${text}`, values })
    const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }]
    for (const node of nodesOf(plan)) {
      const isLarge = LARGE.has(node['Relation Name'] ?? '')
      if (!BOUNDED.test(text)) expect(isLarge && node['Node Type'], text).not.toBe('Seq Scan')
      if (isLarge) expect(node['Rows Removed by Filter'] ?? 0, text).toBeLessThan(MOST_PASSED)
    }
  }
}

test('numbered pages end where counting does', async () => {
  const { admin } = world
  expect((await read('/api/allorders?limit=10&page=1000', admin)).status).toBe(200)
  expect((await read('/api/allorders?limit=10&page=1001', admin)).status).toBe(400)
})

test('sorted by stock, a large shop reads all products once a second and shows each as it is now', async () => {
  const { admin, shop } = world
  const page = async () => {
    const answer = await read('/api/products?limit=9&sort=-stock', admin)
    return (await answer.json()) as { _id: string; stock: number }[]
  }
  const [first] = await page()
  await shop.pool.query(
    `with more as (update products set stock = stock + 5 where id = $1 returning id)
     insert into stock_movements (id, product_id, quantity, reason, at) select gen_random_uuid(), id, 5, 'restock', now() from more`,
    [first?._id],
  )
  asked = []
  const shown = await page()
  expect(asked.filter(({ text }) => /from "products".* order by/.test(text))).toEqual([])
  asked = undefined
  expect(shown.find(({ _id }) => _id === first?._id)?.stock).toBe(Number(first?.stock) + 5)
  expect(shown.map(({ stock }) => stock)).toEqual(shown.map(({ stock }) => stock).sort((a, b) => b - a))
})

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

const read = (path: string, { token }: { token: string }) =>
  fetch(world.origin + path, { headers: { authorization: `Bearer ${token}` } })
