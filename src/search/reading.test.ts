import { expect, test } from 'vitest'
import { connect } from '../client.ts'
import { addParts, inBulk } from '../seed/bulk.ts'
import { openEmptyShop } from '../testing/open-test-shop.ts'

/** More than are read before the first search is answered. */
const MANY = 1100

test('a shop with many parts answers while it still reads them, and then the same from memory', async () => {
  const { shop, origin } = await openEmptyShop()
  await inBulk(shop.pool, (bulk) => addParts(bulk, { count: MANY, at: shop.clock.now(), progress: () => undefined }))
  // Some have pieces left, but fewer than their smallest order.
  await shop.pool.query('update products set stock = min_order - 1 where min_order > 1 and right(id::text, 1) < $1', [
    '8',
  ])
  const { rows } = await shop.pool.query<{ number: string; name: string; maker: string }>(
    'select number, name, maker from products where stock >= min_order order by id desc limit 1',
  )
  const [{ number, name, maker }] = rows as [(typeof rows)[number]]
  const nobody = connect(origin, fetch)
  const asked = async () => {
    const { total, makers, inStock } = await (await nobody.products.facets.$get({ query: { maker } })).json()
    const list = await nobody.products.$get({ query: { maker, inStock: '1', limit: '5' } })
    const found = await nobody.search.$get({ query: { q: name, limit: '20' } })
    const exact = await nobody.search.$get({ query: { q: number } })
    return {
      listed: (await list.json()).map((part) => part.number),
      total: list.headers.get('x-total-count'),
      isFound: (await found.json()).parts.some((part) => part.number === number),
      exact: (await exact.json()).parts[0]?.number,
      counts: { total, makers, inStock },
    }
  }
  const isRead = async () => (await (await nobody.products.facets.$get({ query: {} })).json()).price !== null
  expect(await isRead()).toBe(false)
  const early = await asked()
  expect(early).toMatchObject({ isFound: true, exact: number })
  expect(early.counts.total).toBeGreaterThan(0)
  while (!(await isRead())) await new Promise(setImmediate)
  expect(await asked()).toEqual(early)
})
