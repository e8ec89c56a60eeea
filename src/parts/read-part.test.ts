import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { products } from '../products/table.server.ts'
import { openDemoShop } from '../testing/demo-shop.ts'
import type { TestShop } from '../testing/open-test-shop.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'

/** The demo's shelves, with all their models. */
const demo = sharedByFile((onEnd) => openDemoShop({ onEnd }))

const pageOf = async ({ nobody }: { nobody: TestShop['as']['nobody'] }, id: string) => {
  const answer = await nobody.product[':id'].page.$get({ param: { id } })
  expect(answer.status).toBe(200)
  return answer.json()
}

test('the page of a part tells its place in the tree, its facts’ names, its substitutes and the models that have it', async () => {
  const page = await pageOf(await demo(), 'ef 230')
  expect(page).toMatchObject({
    product: { number: 'EF-230', slug: 'ef-230' },
    oldNumber: null,
    archivedAt: null,
    top: { name: 'Fans' },
    leaf: { slug: 'fan-motors' },
    substitutes: [{ number: 'EF-231' }],
  })
  expect(page.leaf?.attributes.find(({ key }) => key === 'speed')).toMatchObject({ name: 'Speed', unit: 'rpm' })
  expect(page.models).toHaveLength(page.modelCount)
  expect(page.models[0]?.places[0]).toMatchObject({ section: expect.any(String), position: 'Evaporator fan motor' })
  expect(page.models.map(({ maker }) => maker)).toEqual(page.models.map(({ maker }) => maker).toSorted())
})

test('it tells the tests of the complaints that its position causes, the likeliest first', async () => {
  const { tests } = await pageOf(await demo(), 'EF-230')
  expect(tests.length).toBeGreaterThan(0)
  expect(new Set(tests.map(({ position }) => position))).toEqual(new Set(['Evaporator fan motor']))
})

test('an old number is told as such, and leads to the part of today', async () => {
  expect(await pageOf(await demo(), 'ef-225')).toMatchObject({ product: { number: 'EF-230' }, oldNumber: 'EF-225' })
})

test('an archived part keeps its page, without its last price, with what does its work', async () => {
  const shop = await demo()
  const { db, clock } = shop.shop
  const [today] = await db.select().from(products).where(eq(products.number, 'EF-230'))
  await db
    .update(products)
    .set({ removedAt: clock.now(), successorId: today?.id ?? null })
    .where(eq(products.number, 'EF-231'))
  expect(await pageOf(shop, 'EF-231')).toMatchObject({
    archivedAt: expect.any(String),
    product: { unitPrice: 0, priceBreaks: [], stock: 0 },
    successor: { number: 'EF-230' },
    substitutes: [{ number: 'EF-230' }],
  })
})

async function beside(...numbers: string[]) {
  const { shop, nobody } = await demo()
  const rows = await shop.db.select({ id: products.id }).from(products).where(inArray(products.number, numbers))
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
  const { shop } = await demo()
  expect(await beside('DG-1120')).toEqual([])
  await shop.db.update(products).set({ stock: 0 }).where(eq(products.number, 'FG-4'))
  expect(await beside('EF-230')).not.toContain('FG-4 with EF-230')
})
