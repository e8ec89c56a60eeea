import { expect, test } from 'vitest'
import { transact } from '../database/db.ts'
import type { Shop } from '../shop.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { stockOf } from '../testing/orders.ts'
import { reserveStock, returnStock } from './stock.ts'

type Product = Awaited<ReturnType<typeof aProduct>>

const of = (product: Product, quantity: number) => ({
  lineId: crypto.randomUUID(),
  productId: product.id,
  quantity,
  offered: product,
})

const reserved = ({ db, clock }: Shop, lines: ReturnType<typeof of>[], turn = crypto.randomUUID()) =>
  transact(db, (tx) => reserveStock(tx, lines, { at: clock.now(), turn }))

const stocksOf = (shop: Shop, products: Product[]) => Promise.all(products.map((product) => stockOf(shop, product)))

test('the lines of an order are taken together and given back once', async () => {
  const { shop, product } = await openTestShop({ stock: 10 })
  const another = await aProduct(shop, { stock: 5 })
  const lines = [of(product, 4), of(another, 5), of(product, 6)]
  expect(await reserved(shop, lines)).toBe(true)
  expect(await stocksOf(shop, [product, another])).toEqual([0, 0])
  const given = lines.map(({ lineId: id }) => ({ id }))
  await transact(shop.db, (tx) => returnStock(tx, given, shop.clock.now()))
  await transact(shop.db, (tx) => returnStock(tx, given, shop.clock.now()))
  expect(await stocksOf(shop, [product, another])).toEqual([10, 5])
})

test('what is short for one line, or changed since it was offered, is taken for none', async () => {
  const { shop, product } = await openTestShop({ stock: 10 })
  const another = await aProduct(shop, { stock: 5 })
  const refused = [
    [of(product, 4), of(another, 6)],
    [of(product, 6), of(another, 1), of(product, 5)],
    [of(product, 4), { ...of(another, 4), offered: { ...another, unitPriceCents: 1 } }],
    [of(product, 4), of({ ...another, id: crypto.randomUUID() }, 4)],
  ]
  for (const lines of refused) expect(await reserved(shop, lines)).toBe(false)
  expect(await stocksOf(shop, [product, another])).toEqual([10, 5])
  const { rows } = await shop.pool.query("select from stock_movements where reason = 'order'")
  expect(rows).toEqual([])
})

test('orders of the same products in different orders wait for each other', async () => {
  const { shop, product } = await openTestShop({ stock: 100 })
  const products = [product, await aProduct(shop, { stock: 100 }), await aProduct(shop, { stock: 100 })]
  const deadlocks = 'select deadlocks::int as count from pg_stat_database where datname = current_database()'
  const orders = Array.from({ length: 40 }, (_, index) => {
    const lines = products.map((one) => of(one, 2))
    return reserved(shop, index % 2 ? lines : lines.toReversed())
  })
  expect(await Promise.all(orders)).toEqual(Array(40).fill(true))
  expect(await stocksOf(shop, products)).toEqual([20, 20, 20])
  expect((await shop.pool.query(deadlocks)).rows).toEqual([{ count: 0 }])
})
