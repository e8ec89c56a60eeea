import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ask } from '../client.ts'
import { transact } from '../database/db.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, expectLaws, paid, stockOf } from '../testing/orders.ts'
import { nextNumber } from './order-numbers.ts'
import { basisOf, sumsOf, wantedBy } from './order-sums.ts'
import { toOrder } from './orders.ts'
import { setRefundDue, setRefunded } from './payment-states.ts'
import { storeOrder } from './place-order.ts'

/** A shop with an order of two products, ten and four pieces, and what the calls say of each. */
async function aPair() {
  const opened = await openTestShop({ stock: 100, minOrder: 2, unitPriceCents: 333 })
  const { shop, product, buyer } = opened
  const another = await aProduct(shop, { stock: 10, minOrder: 4, unitPriceCents: 1800 })
  const basis = await basisOf(shop, buyer)
  const wanted = [
    wantedBy(basis, { offered: product, quantity: 9 }),
    wantedBy(basis, { offered: another, quantity: 4 }),
  ]
  const where = { country: 'Norway', address: 'Storgata 1', phone: '' }
  const number = await nextNumber(shop.lookups)
  const at = shop.clock.now()
  const order = await transact(shop.db, async (db) => {
    const reckoned = await sumsOf(db, basis, { wanted, where, at, buyer })
    return storeOrder({ ...shop, db }, buyer, { number, wanted, where, at, from: 'here', basis, reckoned })
  })
  const [first, second] = order.lines.map((line) => toOrder({ line, order }))
  if (!first || !second) throw new Error('an order of two lines')
  return { ...opened, another, order, first, second }
}

test('an order costs what its lines cost together, each rounded by itself', async () => {
  const { as, shop, buyer, order, first, second } = await aPair()
  expect(order.priceCents).toBe(1499 + 1800)
  const listed = await (await as.buyer.orders.$get({ query: { email: buyer.email } })).json()
  expect(listed).toEqual([second, first])
  expect(listed.map(({ price }) => price)).toEqual([18, 14.99])
  await expectLaws(shop)
})

test('a payment is for all lines, and each is delivered by itself', async () => {
  const { as, shop, order, first, second } = await aPair()
  const transactionId = await paid(shop, first)
  const read = async (id: string) => (await as.buyer.orders[':id'].$get({ param: { id } })).json()
  expect(await read(second._id)).toMatchObject({ paid: true, transactionId })
  expect((await as.admin.paidorders[':id'].$patch({ param: { id: second._id } })).status).toBe(200)
  expect([await read(first._id), await read(second._id)]).toMatchObject([{ status: 'paid' }, { status: 'delivered' }])
  await expectLaws(shop)
  expect(await setRefundDue(shop.db, { id: order.id, transactionId, at: shop.clock.now() })).toBeUndefined()
})

test('a refund of the whole gives the units of all lines back', async () => {
  const { as, shop, product, another, order, first, second } = await aPair()
  const transactionId = await paid(shop, second)
  const refund = { id: order.id, transactionId, at: shop.clock.now() }
  await setRefundDue(shop.db, refund)
  await setRefunded(shop.db, refund)
  const read = await as.buyer.orders[':id'].$get({ param: { id: first._id } })
  expect(await read.json()).toMatchObject({ status: 'refunded', transactionId })
  expect([await stockOf(shop, product), await stockOf(shop, another)]).toEqual([100, 10])
})

describe('whether an order is its lines', () => {
  const readOf = async (client: PoolClient) => {
    const { rows } = await client.query<{ count: string }>(
      `select seq_tup_read + coalesce(idx_tup_fetch, 0) as count from pg_stat_xact_user_tables where relname = 'order_lines'`,
    )
    return Number(rows[0]?.count)
  }

  test('is looked at once a transaction, not once a line', async () => {
    const { shop, as } = await openTestShop()
    const parts = await Promise.all(Array.from({ length: 60 }, () => aProduct(shop, { minOrder: 1 })))
    const json = aCheckout(parts.map((product) => ({ product, quantity: 1 })))
    const { _id } = await ask(as.buyer.checkouts.$post({ json }))
    const client = await shop.pool.connect()
    onTestFinished(() => client.release(true))
    await client.query('begin')
    await client.query('update order_lines set status = status where order_id = $1', [_id])
    const before = await readOf(client)
    await client.query('set constraints all immediate')
    expect((await readOf(client)) - before).toBe(60)
  })

  test('is looked at again when it changes after a look in the same transaction', async () => {
    const { shop, order } = await aPair()
    const change = (text: string) =>
      transact(shop.db, async (tx) => {
        await tx.execute(sql`update order_lines set status = status where order_id = ${order.id}`)
        await tx.execute(sql`set constraints all immediate`)
        await tx.execute(sql`set constraints all deferred`)
        await tx.execute(sql.raw(`${text} '${order.id}'`))
      })
    const ways = [
      'delete from order_lines where order_id =',
      "update order_lines set status = 'cancelled' where order_id =",
      "update orders set status = 'cancelled', closed_at = now() where id =",
    ]
    for (const way of ways) await expect(change(way), way).rejects.toThrow('is not its lines')
    await expectLaws(shop)
  })
})
