import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ApiClient } from '../client.ts'
import { products } from '../products/table.server.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { aProduct, sharedTestShop } from '../testing/open-test-shop.ts'
import type { ListSummary, NewList, SavedList } from './contract.ts'
import { MOST_LISTS } from './saved-lists.ts'
import { savedLists } from './table.server.ts'

const sharedShop = sharedTestShop()

async function open() {
  const opened = await sharedShop({ stock: 100, minOrder: 2, unitPriceCents: 333 })
  const valves = await aProduct(opened.shop, { stock: 10, minOrder: 4, unitPriceCents: 1800 })
  return { ...opened, fans: opened.product, valves }
}

const keep = async (as: ApiClient, json: NewList) => {
  const answer = await as.lists.$post({ json })
  expect(answer.status).toBe(201)
  return (await answer.json()) as SavedList
}
const show = async (as: ApiClient, id: string) =>
  (await (await as.lists[':id'].$get({ param: { id } })).json()) as SavedList
const listed = async (as: ApiClient) => (await (await as.lists.$get()).json()) as ListSummary[]
const share = async (as: ApiClient, id: string) => {
  const answer = await as.lists[':id'].link.$post({ param: { id } })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { token: string }).token
}
const read = (as: ApiClient, token: string) => as['shared-lists'][':token'].$get({ param: { token } })

test('a list is kept with its references, shown as it stands today, changed and removed', async () => {
  const { as, fans, valves } = await open()
  const lines = [
    { productId: fans.id, quantity: 9, reference: 'Van 3' },
    { productId: valves.id, quantity: 12 },
    { productId: fans.id, quantity: 1, reference: 'Van 3' },
  ]
  const kept = await keep(as.buyer, { name: 'Van stock', lines })
  expect(kept).toMatchObject({
    name: 'Van stock',
    version: 1,
    count: 2,
    sharedAt: null,
    lines: [
      { quantity: 10, reference: 'Van 3', judged: { verdict: 'ok', product: { _id: fans.id } } },
      { quantity: 12, reference: '', judged: { verdict: 'too-few', quantity: 10 } },
    ],
  })
  expect(await show(as.buyer, kept._id)).toEqual(kept)
  const other = [{ productId: valves.id, quantity: 4 }]
  const put = (version: number) =>
    as.buyer.lists[':id'].$put({ param: { id: kept._id }, json: { name: 'Spring', lines: other, version } })
  expect(await (await put(1)).json()).toMatchObject({ name: 'Spring', version: 2, count: 1 })
  const behind = await put(1)
  expect([behind.status, await behind.json()]).toMatchObject([409, { field: 'version', current: { version: 2 } }])
  expect(await listed(as.buyer)).toMatchObject([{ _id: kept._id, name: 'Spring', count: 1 }])
  expect(await (await as.buyer.lists[':id'].$delete({ param: { id: kept._id } })).json()).toEqual([])
})

test('a line whose part left the shop says so by its old name, and one that was replaced names what it is now', async () => {
  const { as, shop, fans, valves } = await open()
  const next = await aProduct(shop, { name: 'Quieter fan' })
  const lines = [fans, valves].map(({ id: productId }) => ({ productId, quantity: 4 }))
  const { _id } = await keep(as.buyer, { name: 'Old', lines })
  const removedAt = shop.clock.now()
  await shop.db.update(products).set({ removedAt, successorId: next.id }).where(eq(products.id, fans.id))
  await shop.db.update(products).set({ removedAt }).where(eq(products.id, valves.id))
  expect((await show(as.buyer, _id)).lines).toMatchObject([
    { name: expect.stringContaining(fans.name), judged: { verdict: 'old-number', product: { _id: next.id } } },
    { name: expect.stringContaining(valves.name), judged: { verdict: 'not-found', product: null, nearest: [] } },
  ])
})

test('a list is its owner’s alone, and its link shows everybody the lines and no name of the owner until it ends', async () => {
  const { as, buyer, fans, shop } = await open()
  const { _id: id } = await keep(as.buyer, { name: 'Cooler', lines: [{ productId: fans.id, quantity: 4 }] })
  const param = { id }
  for (const refused of [
    await as.other.lists[':id'].$get({ param }),
    await as.other.lists[':id'].$delete({ param }),
    await as.other.lists[':id'].link.$post({ param }),
    await as.other.lists[':id'].link.$delete({ param }),
  ])
    expect(refused.status).toBe(404)
  const first = await share(as.buyer, id)
  const shared = await read(as.nobody, first)
  expect(shared.headers.get('cache-control')).toBe('no-store')
  const text = await shared.text()
  expect(JSON.parse(text)).toMatchObject({ name: 'Cooler', lines: [{ quantity: 4 }] })
  for (const secret of [buyer.email, buyer.name, buyer.id, id]) expect(text).not.toContain(secret)
  const [row] = await shop.db.select().from(savedLists).where(eq(savedLists.id, id))
  expect(JSON.stringify(row)).not.toContain(first)

  const second = await share(as.buyer, id)
  expect([(await read(as.nobody, first)).status, (await read(as.other, second)).status]).toEqual([404, 200])
  expect((await listed(as.buyer))[0]?.sharedAt).not.toBeNull()
  const ended = await as.buyer.lists[':id'].link.$delete({ param })
  expect(await ended.json()).toMatchObject([{ _id: id, sharedAt: null }])
  expect((await read(as.nobody, second)).status).toBe(404)
})

test('its owner reads a list at the prices of their group, and who has the link at those of everybody', async () => {
  const { as, buyer, fans } = await open()
  const group = await as.admin['price-groups'].$post({ json: { name: crypto.randomUUID(), percent: 10 } })
  const { _id: groupId } = await group.json()
  await as.admin['price-groups'].people.$put({ json: { email: buyer.email, groupId } })
  const list = await keep(as.buyer, { name: 'Van 3', lines: [{ productId: fans.id, quantity: 4 }] })
  const shared = (await (await read(as.nobody, await share(as.buyer, list._id))).json()) as SavedList
  const priceIn = ({ lines: [line] }: Pick<SavedList, 'lines'>) => line?.judged.product?.unitPrice
  expect([priceIn(list), priceIn(shared)]).toEqual([3, 3.33])
})

test('a name or a reference that a link shows to others turns no text around, and one of nothing is none', async () => {
  const { as, product } = await sharedShop()
  const line = { productId: product.id, quantity: 4 }
  const named = (name: string, reference = '') =>
    as.buyer.lists.$post({ json: { name, lines: [{ ...line, reference }] } })
  expect(await (await named('Van\u202e 3', '\u202eJob')).json()).toMatchObject({
    name: 'Van 3',
    lines: [{ reference: 'Job' }],
  })
  expect((await named('\u2066')).status).toBe(422)
})

test('five lists are kept before an e-mail is verified, and more once it is', async () => {
  const { fans, ...opened } = await open()
  const eve = await aNewcomer(opened)
  const tries = async (client: typeof eve.as) => {
    const json = { name: 'Van stock', lines: [{ productId: fans.id, quantity: 2 }] }
    return (await client.lists.$post({ json })).status
  }
  const answers = await Promise.all(Array.from({ length: 7 }, () => tries(eve.as)))
  expect(answers.filter((status) => status === 201)).toHaveLength(5)
  expect(answers.filter((status) => status !== 201)).toHaveLength(2)
  await eve.verify()
  expect(await tries(eve.as)).toBe(201)
})

test('fifty lists are kept however many are sent at once, each of 1 to 500 lines of parts that there are', async () => {
  const { as, fans } = await open()
  const lines = [{ productId: fans.id, quantity: 2 }]
  const sent = Array.from({ length: MOST_LISTS + 2 }, (_, at) => ({ name: `${at}`, lines }))
  const answers = await Promise.all(sent.map((json) => as.buyer.lists.$post({ json })))
  expect(answers.filter(({ ok }) => !ok)).toHaveLength(2)
  const refused = async (json: NewList) => (await as.other.lists.$post({ json })).status
  expect(await refused({ name: 'Empty', lines: [] })).toBe(422)
  expect(await refused({ name: ' ', lines })).toBe(422)
  expect(await refused({ name: 'Unknown', lines: [{ productId: crypto.randomUUID(), quantity: 2 }] })).toBe(422)
  const many = Array.from({ length: 501 }, (_, at) => ({ productId: fans.id, quantity: 2, reference: `${at}` }))
  expect(await refused({ name: 'Long', lines: many })).toBe(422)
})
