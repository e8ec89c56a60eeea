import { sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { transact } from '../database/db.ts'
import { breachesOf } from '../laws.ts'
import { aProduct, clientOf } from '../testing/open-test-shop.ts'
import { anOrder, byStatus, expectLaws, ordersIn, stockOf } from '../testing/orders.ts'
import { somePeople } from './buyers.ts'
import { figure, isLong, long } from './figures.ts'
import { fromOneLine, STOCK_READ_FIRST, withoutLock } from './locks.ts'
import { openShops, PROCESSES, type Shops } from './shops.ts'

const SLOWEST = 5000
const LONG = isLong ? 1_200_000 : 180_000

type People = Awaited<ReturnType<typeof somePeople>>
type Product = Awaited<ReturnType<typeof aProduct>>

async function allOrder({ at }: Shops, people: People, product: Product) {
  let slowest = 0
  const answers = await Promise.all(
    people.map(async ({ token }, index) => {
      const start = performance.now()
      const answer = await clientOf(at(index), token).order.$post({ json: anOrder(product) })
      slowest = Math.max(slowest, performance.now() - start)
      return answer
    }),
  )
  return { answers, slowest }
}

test.each(PROCESSES)('500 buyers want 10 units of %i shop(s): ten get one', { timeout: LONG }, async (processes) => {
  const shops = await openShops({ processes })
  const people = await somePeople(shops.shop, 500)
  const rounds = long(20, 2)
  let slowest = 0
  for (let round = 0; round < rounds; round++) {
    const product = await aProduct(shops.shop, { stock: 10, minOrder: 1 })
    const { outcome, waiting } = await fromOneLine(shops.shop, 'products', () => allOrder(shops, people, product))
    const { 503: busy = 0, ...answered } = byStatus(outcome.answers)
    // On a busy machine some orders are answered 503; never more than ten succeed.
    if (isLong) expect(busy).toBe(0)
    expect(answered).toEqual({ 201: 10, 409: 490 - busy })
    expect(await stockOf(shops.shop, product)).toBe(0)
    expect(waiting).toBeGreaterThan(1)
    if (isLong) expect(outcome.slowest).toBeLessThan(SLOWEST)
    slowest = Math.max(slowest, outcome.slowest)
  }
  await expectLaws(shops.shop)
  figure(`500 buyers for 10 units, ${processes} process(es)`, {
    rounds,
    'orders a round': 10,
    'slowest answer ms': Math.round(slowest),
  })
})

test('with the stock read first and written later, more is sold than there is', async () => {
  const shops = await openShops({ processes: 1 })
  await shops.shop.db.execute(sql`alter table products drop constraint products_stock_not_negative`)
  withoutLock(shops.shop, STOCK_READ_FIRST)
  const people = await somePeople(shops.shop, 60)
  let sold = 0
  for (let round = 0; round < 10 && sold <= 10; round++) {
    const product = await aProduct(shops.shop, { stock: 10, minOrder: 1 })
    const { answers } = await allOrder(shops, people, product)
    sold = byStatus(answers)[201] ?? 0
  }
  expect(sold).toBeGreaterThan(10)
  expect((await breachesOf(shops.shop.db)).map(({ law }) => law)).toContain('S2')
})

/** One person orders and cancels in turn, in quantities of their own. */
async function wander({ at }: Shops, { token }: People[number], product: Product, index: number) {
  const held: string[] = []
  const statuses: number[] = []
  for (let step = 0; step < 8; step++) {
    const as = clientOf(at(index + step), token)
    if (held.length > 0 && (step * 7 + index) % 3 === 0) {
      const id = held.pop() ?? ''
      const cancels = await Promise.all([0, 1].map(() => as.orders[':id'].$delete({ param: { id } })))
      statuses.push(...cancels.map(({ status }) => status))
      expect(cancels.map(({ status }) => status as number).sort()).toEqual([200, 404])
      continue
    }
    const answer = await as.order.$post({ json: anOrder(product, { quantity: 1 + ((step + index) % 5) }) })
    statuses.push(answer.status)
    if (answer.status === 201) held.push(((await answer.json()) as { _id: string })._id)
  }
  return statuses
}

async function restock({ shop }: Shops, { id }: Product, quantity: number) {
  await transact(shop.db, async (tx) => {
    await tx.execute(sql`update products set stock = stock + ${quantity} where id = ${id}`)
    await tx.execute(sql`insert into stock_movements (id, product_id, quantity, reason, at)
      values (${uuidv7()}, ${id}, ${quantity}, 'restock', ${shop.clock.now()})`)
  })
}

test.each(PROCESSES)(
  'orders, cancels and restocks at once in %i shop(s) keep count',
  { timeout: LONG },
  async (processes) => {
    const shops = await openShops({ processes })
    const people = await somePeople(shops.shop, 24)
    for (let round = 0; round < long(10, 1); round++) {
      const product = await aProduct(shops.shop, { stock: 60, minOrder: 1 })
      const { outcome, waiting } = await fromOneLine(shops.shop, 'products', async () => {
        const [statuses] = await Promise.all([
          Promise.all(people.map((person, index) => wander(shops, person, product, index))),
          ...Array.from({ length: 5 }, () => restock(shops, product, 10)),
        ])
        return statuses.flat()
      })
      expect(outcome.filter((status) => ![201, 200, 404, 409].includes(status))).toEqual([])
      expect(waiting).toBeGreaterThan(1)
      const held = (await ordersIn(shops.shop)).filter(
        (order) => order.productId === product.id && order.status === 'unpaid',
      )
      const units = held.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(await stockOf(shops.shop, product)).toBe(110 - units)
      await expectLaws(shops.shop)
    }
  },
)

test('with the stock read first, orders and restocks lose count', async () => {
  const shops = await openShops({ processes: 1 })
  withoutLock(shops.shop, STOCK_READ_FIRST)
  const people = await somePeople(shops.shop, 24)
  const product = await aProduct(shops.shop, { stock: 500, minOrder: 1 })
  await Promise.all([
    ...people.map(({ token }) => clientOf(shops.origin, token).order.$post({ json: anOrder(product) })),
    ...Array.from({ length: 5 }, () => restock(shops, product, 10)),
  ])
  expect((await breachesOf(shops.shop.db)).map(({ law }) => law)).toEqual(expect.arrayContaining(['S2', 'O5']))
})

const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } })

const fiftyTimes = ({ at, buyer }: Shops, product: Product) =>
  Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      clientOf(at(index), buyer.token).order.$post({ json: anOrder(product) }, keyed('one key')),
    ),
  )

test.each(PROCESSES)('fifty requests with one Idempotency-Key in %i shop(s) are one order', async (processes) => {
  const shops = await openShops({ processes })
  const send = () => fiftyTimes(shops, shops.product)
  // The copies within a process wait for the first of them there.
  const { outcome, waiting } = await fromOneLine(shops.shop, 'products', send, processes)
  expect(byStatus(outcome)).toEqual({ 201: 50 })
  expect(new Set(await Promise.all(outcome.map((answer) => answer.text()))).size).toBe(1)
  expect(waiting).toBe(processes)
  expect(await ordersIn(shops.shop)).toHaveLength(1)
  await expectLaws(shops.shop)
  figure(`50 requests with one key, ${processes} process(es)`, { orders: 1 })
})

test('without its primary key a key makes more than one order', async () => {
  const shops = await openShops({ processes: 1 })
  await shops.shop.db.execute(sql`alter table idempotency_keys drop constraint idempotency_keys_user_id_key_pk`)
  await fiftyTimes(shops, shops.product)
  expect((await ordersIn(shops.shop)).length).toBeGreaterThan(1)
})
