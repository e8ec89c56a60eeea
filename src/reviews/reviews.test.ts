import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '../audit/table.server.ts'
import type { ApiClient } from '../client.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { aProduct, openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { byStatus, paid, placed } from '../testing/orders.ts'
import type { Review } from './contract.ts'

const sharedShop = sharedTestShop()

test('a review has the name and picture of its author, whatever is sent', async () => {
  const { as, shop, buyer } = await openTestShop()
  await shop.pool.query("update users set image = 'https://pictures.example/me.png' where id = $1", [buyer.id])
  const forged = { name: 'Somebody else', img: 'https://elsewhere.example/x.png' }
  const json = { review: 4, description: 'Fits. <script>alert(1)</script>', ...forged }
  const answer = await as.buyer.review.$post({ json })
  expect(answer.status).toBe(201)
  const review = await answer.json()
  expect(review).toMatchObject({
    name: buyer.name,
    img: 'https://pictures.example/me.png',
    review: 4,
    description: json.description,
  })
  expect(await (await as.nobody.reviews.$get({ query: {} })).json()).toEqual([review])
})

test('a review names a part that its author has paid for, as long as it is on sale, and no other', async () => {
  const { as, shop, product } = await openTestShop()
  const other = await aProduct(shop)
  const write = (productId: string | null) =>
    as.buyer.review.$post({ json: { review: 4, description: 'Fits.', productId } })
  const order = await placed(as.buyer, product)
  for (const id of [product.id, other.id]) {
    const refused = await write(id)
    expect([refused.status, await refused.json()]).toMatchObject([422, { field: 'productId' }])
  }
  await paid(shop, order)
  const written = await write(product.id)
  expect(written.status).toBe(201)
  expect(await written.json()).toMatchObject({ product: { _id: product.id, name: product.name } })
  expect(await (await write(null)).json()).toMatchObject({ product: null })
  const named = async () => (await (await as.nobody.reviews.$get({ query: {} })).json()).map((one) => one.product?.name)
  expect(await named()).toEqual([product.name, undefined])
  expect((await as.admin.product[':id'].$delete({ param: { id: product.id } })).status).toBe(200)
  expect(await named()).toEqual([undefined, undefined])
})

test('the list holds the latest 20 in order of time, or as many as asked', async () => {
  const { as } = await openTestShop()
  for (let n = 1; n <= 25; n++) await as.buyer.review.$post({ json: { review: 5, description: String(n) } })
  const texts = async (limit?: string) =>
    (await (await as.nobody.reviews.$get({ query: { limit } })).json()).map(({ description }) => Number(description))
  expect(await texts()).toEqual(Array.from({ length: 20 }, (_, index) => index + 6))
  expect(await texts('2')).toEqual([24, 25])
  expect((await as.nobody.reviews.$get({ query: { limit: '101' } })).status).toBe(422)
})

test.each([0, 6, -1, 2.5, 'five'])('a rating of %s is refused', async (review) => {
  const { as } = await sharedShop()
  const answer = await as.buyer.review.$post({ json: { review: review as number } })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ field: 'review' })
})

test('a review needs somebody signed in; its text is not required', async () => {
  const { as } = await sharedShop()
  expect((await as.nobody.review.$post({ json: { review: 5 } })).status).toBe(401)
  expect((await as.buyer.review.$post({ json: { review: '5' } })).status).toBe(201)
})

test('a person who writes review after review is told to wait', async () => {
  const { as } = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const statuses = []
  for (let n = 0; n < 6; n++) statuses.push((await as.buyer.review.$post({ json: { review: 5 } })).status)
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
})

test('who is not verified writes one review, also when they write two at once', async () => {
  const { as, shop, buyer } = await openTestShop()
  await shop.pool.query('update users set email_verified = false where id = $1', [buyer.id])
  const write = () => as.buyer.review.$post({ json: { review: 5, description: 'Mine.' } })
  expect(byStatus(await Promise.all([write(), write(), write()]))).toEqual({ 201: 1, 409: 2 })
  await shop.pool.query('update users set email_verified = true where id = $1', [buyer.id])
  expect((await write()).status).toBe(201)
})

test('of all who are not verified one place writes six reviews and questions in a day', async () => {
  const opened = await openTestShop({ env: { RATE_LIMIT: 'on' } })
  const [first, next] = [await aNewcomer(opened), await aNewcomer(opened)]
  const param = { id: opened.product.id }
  const json = { rating: 1, title: 'Mine', words: 'It broke on the second day.' }
  const ways = ({ as }: typeof first) => [
    () => as.review.$post({ json: { review: 1, description: 'Mine.' } }),
    () => as.product[':id'].review.$post({ param, json }),
    () => as.product[':id'].questions.$post({ param, json: { title: 'Is it good?' } }),
  ]
  expect(await Promise.all(ways(first).map(async (way) => (await way()).status))).toContain(201)
  const all = "update rate_limits set points = 6 where key like 'words of the unverified:%'"
  expect((await opened.shop.pool.query(all)).rowCount).toBe(1)
  for (const way of ways(next)) {
    const refused = await way()
    expect([refused.status, await refused.json()]).toMatchObject([429, { message: expect.stringMatching(/24 hours/) }])
  }
  await next.verify()
  for (const way of ways(next)) expect((await way()).status).toBe(201)
})

test('the home page is asked for the latest of each person, so that nobody fills it', async () => {
  const { as } = await openTestShop()
  for (const description of ['1', '2', '3']) await as.buyer.review.$post({ json: { review: 1, description } })
  await as.other.review.$post({ json: { review: 5, description: 'other' } })
  const texts = async (query: object) =>
    (await (await as.nobody.reviews.$get({ query })).json()).map(({ description }) => description)
  expect(await texts({ people: 'once' })).toEqual(['3', 'other'])
  expect(await texts({})).toEqual(['1', '2', '3', 'other'])
})

test('an admin takes a review out of sight with a reason, which stands in the audit log, and puts it back', async () => {
  const { as, shop } = await openTestShop()
  const written = await as.buyer.review.$post({ json: { review: 1, description: 'Buy elsewhere.' } })
  const { _id: id } = (await written.json()) as Review
  const hide = (client: ApiClient, json: { hidden: boolean; reason: string }) =>
    client.reviews[':id'].$patch({ param: { id }, json })
  const seen = async () => (await (await as.nobody.reviews.$get({ query: {} })).json()).length
  expect((await hide(as.buyer, { hidden: true, reason: 'I regret it.' })).status).toBe(403)
  expect((await hide(as.admin, { hidden: true, reason: ' ' })).status).toBe(422)
  const reason = 'Names another shop.'
  for (let round = 0; round < 2; round++) expect((await hide(as.admin, { hidden: true, reason })).status).toBe(200)
  expect(await seen()).toBe(0)
  expect((await hide(as.admin, { hidden: false, reason: 'It does not.' })).status).toBe(200)
  expect(await seen()).toBe(1)
  const lines = await shop.db.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(auditLog.id)
  expect(lines).toMatchObject([
    { action: 'review.hide', after: { hidden: true, reason } },
    { action: 'review.show', after: { hidden: false, reason: 'It does not.' } },
  ])
  expect(
    (await as.admin.reviews[':id'].$patch({ param: { id: crypto.randomUUID() }, json: { hidden: true, reason } }))
      .status,
  ).toBe(404)
})

test('staff are marked as such, whatever others call themselves', async () => {
  const { as, shop, buyer, admin } = await openTestShop()
  await shop.pool.query('update users set name = $2 where id = $1', [buyer.id, admin.name])
  for (const client of [as.buyer, as.admin]) await client.review.$post({ json: { review: 5, description: 'Good.' } })
  const marks = async () =>
    (await (await as.nobody.reviews.$get({ query: {} })).json()).map(({ name, staff }) => [name, staff])
  expect(await marks()).toEqual([
    [admin.name, false],
    [admin.name, true],
  ])
  await as.admin.users[':id'].$put({ param: { id: buyer.id }, json: { role: 'admin' } })
  expect((await marks())[0]).toEqual([admin.name, true])
})
