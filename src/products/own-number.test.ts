import { expect, test } from 'vitest'
import { openTestShop, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { byStatus } from '../testing/orders.ts'

const sharedShop = sharedTestShop()
const FACTS = { unitPrice: 5, stock: 3, minOrder: 1, description: 'Steel.', image: '/drawings/fuse.svg' }

const add = ({ as }: TestShop, number: string, name = 'Flange') =>
  as.admin.product.$post({ json: { ...FACTS, name, number } })

async function edit({ as }: TestShop, id: string, number: string) {
  const { stock: _, ...facts } = FACTS
  const json = { ...facts, name: 'Other', number, category: '', attributes: {}, version: 1 }
  return as.admin.product[':id'].$put({ param: { id }, json })
}

test('a number is one product’s, however it is written, and the refusal names who has it', async () => {
  const shop = await sharedShop()
  expect((await add(shop, 'ZX-90/A', 'Bracket')).status).toBe(201)
  for (const number of ['ZX-90/A', 'zx90a', ' zx 90 a ', 'ZX.90_A', 'ＺＸ－９０Ａ', 'zx–90–a']) {
    const answer = await add(shop, number)
    expect([number, answer.status]).toEqual([number, 409])
    expect(await answer.json()).toMatchObject({
      code: 'conflict',
      field: 'number',
      message: 'Bracket has the number ZX-90/A already. Give this one another.',
    })
  }
  const answer = await edit(shop, shop.product.id, 'zx 90a')
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ field: 'number' })
})

test('an archived product keeps its number, and is named as archived', async () => {
  const shop = await sharedShop()
  const { _id: id } = (await (await add(shop, 'OLD-1', 'Old bracket')).json()) as { _id: string }
  expect((await shop.as.admin.product[':id'].$delete({ param: { id } })).status).toBe(200)
  expect(await (await add(shop, 'old1')).json()).toMatchObject({
    message: 'Old bracket, archived, has the number OLD-1 already. Give this one another.',
  })
})

test('products without a number are many, and one may be written anew in its own', async () => {
  const shop = await sharedShop()
  for (const number of ['', '', ' ', '']) expect((await add(shop, number)).status).toBe(201)
  const { _id: id } = (await (await add(shop, 'OWN 1')).json()) as { _id: string }
  expect((await edit(shop, id, 'own-1')).status).toBe(200)
})

test('a number has a letter or a digit, and is written as no id of a part', async () => {
  const shop = await sharedShop()
  const refusals = [
    ['--', 'Enter a number with a letter or a digit'],
    [shop.product.id.toUpperCase(), 'This is how an id is written. Enter a part number'],
  ] as const
  for (const [number, message] of refusals) {
    const answer = await add(shop, number)
    expect([answer.status, await answer.json()]).toMatchObject([422, { field: 'number', message }])
  }
})

test('of many who add one number at once, one does', async () => {
  const shop = await openTestShop()
  const spellings = ['RC-1000', 'rc1000', 'RC 1000', 'Rc.1000', 'RC–1000', 'rc_1000', 'RC/1000', 'r-c-1000']
  const answers = await Promise.all(spellings.map((number) => add(shop, number)))
  expect(byStatus(answers)).toEqual({ 201: 1, 409: 7 })
})

test.each(['ΨΥΓΕΙΟΣ 5', 'ΑΣ-9', 'दि-22', 'กำ-31', 'İZ-4', 'Straße 7', '٣٤٥'])(
  'the page of %j stands at its address',
  async (number) => {
    const shop = await sharedShop()
    const { slug } = (await (await add(shop, number)).json()) as { slug: string }
    const found = await shop.as.buyer.product[':id'].$get({ param: { id: slug } })
    expect([slug, found.status]).toEqual([slug, 200])
  },
)
