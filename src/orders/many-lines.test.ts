import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ask } from '../client.ts'
import { transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, placed } from '../testing/orders.ts'
import { quickest } from '../testing/quickest.ts'
import type { Order } from './contract.ts'
import { countOrders } from './whole-orders.ts'

type Many = { orders: number; lines: number; status: string; hoursAgo?: number }

/** Lines that one statement copies, so that none comes near the deadline of statements. */
const AT_ONCE = 5000

/** Copies the line of an order in this state into so many orders with so many lines each, past the calls' limits. */
async function copy({ db }: Pick<Shop, 'db'>, lineId: string, { orders, lines, ...as }: Many) {
  const most = Math.min(orders, AT_ONCE / lines)
  for (let made = 0; made < orders; made += most) await copySome(db, lineId, { orders: most, lines, ...as })
}

const copySome = (db: Shop['db'], lineId: string, { orders, lines, status, hoursAgo = 0 }: Many) =>
  transact(db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      with copied as (
        insert into orders
        select copy.* from orders o join order_lines l on l.order_id = o.id, generate_series(1, ${orders}) at,
          jsonb_populate_record(o, jsonb_build_object(
            'id', uuidv7(), 'number', nextval('order_numbers'), 'reference', at, 'status', ${status}::text)) copy
        where l.id = ${lineId}
        returning id
      )
      insert into order_lines
      select copy.* from order_lines l, copied, generate_series(1, ${lines}) at,
        jsonb_populate_record(l, jsonb_build_object('id', uuidv7(make_interval(hours => ${-hoursAgo})), 'order_id', copied.id, 'reference', at,
          'searched', '', 'status', ${status}::text)) copy
      where l.id = ${lineId}`)
  })

test('who has cancelled 60,000 lines reads their own list as soon as anybody', async () => {
  const { shop, as, buyer, other, product } = await openTestShop()
  const { _id } = await placed(as.buyer, product)
  await placed(as.other, product)
  await copy(shop, _id, { orders: 120, lines: 500, status: 'cancelled' })
  const { _id: elsewhere } = await placed(as.admin, product)
  await copy(shop, elsewhere, { orders: 20_000, lines: 1, status: 'unpaid' })
  await shop.pool.query('analyze orders, order_lines')
  for (const status of [undefined, 'paid'] as const) {
    const read = (client: typeof as.buyer, { email }: typeof buyer) =>
      ask(client.orders.$get({ query: { email, ...(status && { status }) } }))
    const [usual, took] = await quickest(
      () => read(as.other, other),
      () => read(as.buyer, buyer),
    )
    expect(took, status).toBeLessThan(usual * 4)
  }
  expect(await ask(as.buyer.orders.$get({ query: { email: buyer.email } }))).toHaveLength(1)
})

test('who has cancelled 60,000 lines of a part orders others as soon as anybody', async () => {
  const { shop, as, product } = await openTestShop({ stock: 4000 })
  const { _id } = await placed(as.buyer, product)
  await copy(shop, _id, { orders: 120, lines: 500, status: 'cancelled' })
  const parts = await Promise.all(Array.from({ length: 20 }, () => aProduct(shop)))
  await shop.pool.query('analyze orders, order_lines')
  const list = aCheckout(parts.map((part) => ({ product: part })))
  const order = (client: typeof as.buyer) => ask(client.checkouts.$post({ json: list }))
  const [usual, took] = await quickest(
    () => order(as.other),
    () => order(as.buyer),
  )
  expect(took).toBeLessThan(usual * 4)
})

test('2,000 lines in one order are counted as soon as in eighty', async () => {
  const shopOf = async (orders: number) => {
    const { shop, as, product } = await openTestShop()
    const { _id } = await placed(as.buyer, product)
    await copy(shop, _id, { orders, lines: 2000 / orders, status: 'unpaid' })
    // While the table holds few orders, PostgreSQL reads all of it for each line.
    await copy(shop, _id, { orders: AT_ONCE, lines: 1, status: 'cancelled' })
    await shop.pool.query('analyze orders, order_lines')
    expect((await countOrders(shop.db)).unpaid.count).toBe(orders + 1)
    return shop
  }
  const [many, one] = [await shopOf(80), await shopOf(1)]
  const [usual, took] = await quickest(
    () => countOrders(many.db),
    () => countOrders(one.db),
  )
  expect(took).toBeLessThan(usual * 8)
})

test('of a day in which 2,500 lines of a buyer ended unpaid no more of them are stored, also of a verified one', async () => {
  const { shop, as, product } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const cancel = ({ _id: id }: Order) => ask(as.buyer.orders[':id'].$delete({ param: { id } }))
  const first = await placed(as.buyer, product)
  await cancel(first)
  await copy(shop, first._id, { orders: 1, lines: 2500, status: 'cancelled', hoursAgo: 25 })
  await copy(shop, first._id, { orders: 1, lines: 1000, status: 'cancelled' })
  await copy(shop, first._id, { orders: 1, lines: 1498, status: 'expired' })
  await cancel(await placed(as.buyer, product))
  const refused = await as.buyer.order.$post({ json: anOrder(product) })
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { message: expect.stringMatching(/^2,500 lines/) },
  ])
  await placed(as.other, product)
})
