import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from '../client.ts'
import { products } from '../products/table.server.ts'
import { fillShelves } from '../seed/demo.ts'
import { openEmptyShop } from '../testing/open-test-shop.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'

/** The demo's shelves, with all their models. */
const demo = sharedByFile(async (onEnd) => {
  const opened = await openEmptyShop({ onEnd })
  await fillShelves(opened.shop.db, opened.clock.now())
  return { db: opened.shop.db, nobody: connect(opened.origin, fetch) }
})

async function beside(...numbers: string[]) {
  const { db, nobody } = await demo()
  const rows = await db.select({ id: products.id }).from(products).where(inArray(products.number, numbers))
  const query = { products: rows.map(({ id }) => id).join(',') }
  const answer = await nobody['goes-with'].$get({ query })
  expect(answer.status).toBe(200)
  return (await answer.json()).map((one) => `${one.product.number} with ${one.with}`)
}

test('with a part goes what sits beside it in its models, makes the same complaint and costs no more', async () => {
  const found = await beside('EF-230')
  expect(found).toEqual(['FB-100 with EF-230', 'FG-4 with EF-230', 'DH-320 with EF-230', 'TF-77 with EF-230'])
  const { nobody } = await demo()
  const page = await (await nobody.product[':id'].page.$get({ param: { id: 'EF-230' } })).json()
  expect(page.goesWith.map((one) => `${one.product.number} with ${one.with}`)).toEqual(found)
})

test('with a whole cart goes what is not in it, each part once', async () => {
  const found = await beside('EF-230', 'FB-100', 'SR-22')
  expect(found).not.toContain('FB-100 with EF-230')
  expect(new Set(found.map((one) => one.split(' ')[0])).size).toBe(found.length)
  expect(found.length).toBeGreaterThan(2)
})

test('nothing goes with a part that is in no model, and nothing that is sold out', async () => {
  const { db } = await demo()
  expect(await beside('DG-1120')).toEqual([])
  await db.update(products).set({ stock: 0 }).where(eq(products.number, 'FG-4'))
  expect(await beside('EF-230')).not.toContain('FG-4 with EF-230')
})
