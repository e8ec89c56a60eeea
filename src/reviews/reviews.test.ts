import { expect, test } from 'vitest'
import { openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'

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
