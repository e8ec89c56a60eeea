import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { closeAccount } from '../accounts/identity/close-account.ts'
import { auditLog } from '../audit/table.server.ts'
import type { ApiClient } from '../client.ts'
import { DAY } from '../config/clock.ts'
import { setRefundDue } from '../orders/payment-states.ts'
import { aModel } from '../testing/models.ts'
import { openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { byStatus, orderIdOf, paid, placed } from '../testing/orders.ts'
import type { PartReview, ReviewPart } from './part-contract.ts'

const sharedShop = sharedTestShop()

const GOOD = { rating: 4, title: 'Good motor, short leads', words: 'Runs cold and quiet. Route the leads well.' }

const review = (client: ApiClient, { id }: { id: string }, changes: Partial<ReviewPart> = {}) =>
  client.product[':id'].review.$post({ param: { id }, json: { ...GOOD, ...changes } })

async function reviewsOf(client: ApiClient, { id }: { id: string }, query = {}) {
  const answer = await client.product[':id'].reviews.$get({ param: { id }, query })
  expect(answer.status).toBe(200)
  return answer.json()
}

test('who paid for a part carries verified purchase, until the money is given back; who did not writes without', async () => {
  const { as, shop, product } = await sharedShop()
  const order = await placed(as.buyer, product)
  const written = await review(as.buyer, product)
  expect([written.status, await written.json()]).toMatchObject([201, { ...GOOD, verified: false, staff: false }])
  const transactionId = await paid(shop, order)
  await review(as.other, product, { rating: 1 })
  const marks = async () => (await reviewsOf(as.nobody, product)).reviews.map(({ verified }) => verified)
  expect(await marks()).toEqual([false, true])
  await setRefundDue(shop.db, { id: await orderIdOf(shop, order), transactionId, at: shop.clock.now() })
  expect(await marks()).toEqual([false, false])
})

test('one a person and part: sent again, even at once, it changes the one there is, for thirty days', async () => {
  const { as, clock, product } = await openTestShop()
  const answers = await Promise.all([1, 2, 3].map((rating) => review(as.buyer, product, { rating })))
  expect(byStatus(answers)).toEqual({ 200: 2, 201: 1 })
  clock.advance(29 * DAY)
  const { _id: first } = (await (await review(as.buyer, product, { rating: 5, title: 'Better' })).json()) as PartReview
  expect(await reviewsOf(as.nobody, product)).toMatchObject({
    rating: { count: 1, average: 5 },
    reviews: [{ _id: first, title: 'Better' }],
  })
  clock.advance(2 * DAY)
  expect((await review(as.buyer, product)).status).toBe(409)
})

test('the rating counts by star, newest come first, and pages follow one another', async () => {
  const { as, product } = await sharedShop()
  for (const [at, client] of [as.buyer, as.other, as.admin].entries())
    await review(client, product, { rating: at + 3, title: `${at}` })
  const first = await reviewsOf(as.nobody, product, { limit: '2' })
  expect(first).toMatchObject({
    rating: { count: 3, average: 4, stars: [0, 0, 1, 1, 1] },
    reviews: [
      { title: '2', staff: true },
      { title: '1', staff: false },
    ],
  })
  const second = await reviewsOf(as.nobody, product, { limit: '2', cursor: first.next })
  expect([second.reviews.map(({ title }) => title), second.next]).toEqual([['0'], null])
  const page = await as.nobody.product[':id'].page.$get({ param: { id: product.id } })
  expect((await page.json()).reviews).toMatchObject({ rating: first.rating })
})

test.each([
  { field: 'rating', value: 6 },
  { field: 'title', value: ' ' },
  { field: 'title', value: 'x'.repeat(61) },
  { field: 'words', value: 'Too few words' },
  { field: 'words', value: '\u200b\u2060'.repeat(10) },
  { field: 'words', value: 'x'.repeat(601) },
  { field: 'photos.0', value: ['http://photos.example/motor.jpg'], of: 'photos' },
  { field: 'photos.0', value: ['javascript:alert(1)'], of: 'photos' },
  { field: 'photos', value: Array(5).fill('https://photos.example/motor.jpg') },
  { field: 'model', value: 'No such model' },
])('a review whose $field is $value is refused', async ({ field, value, of = field }) => {
  const { as, product } = await sharedShop()
  const refused = await review(as.buyer, product, { [of]: value })
  expect([refused.status, await refused.json()]).toMatchObject([422, { field }])
})

test('it needs somebody signed in and a part on sale; the appliance stands beside it with maker and number', async () => {
  const { as, shop, product } = await sharedShop()
  expect((await review(as.nobody, product)).status).toBe(401)
  expect((await review(as.buyer, { id: crypto.randomUUID() })).status).toBe(404)
  const model = await aModel(shop)
  const answer = await review(as.buyer, product, { model: model.toLowerCase(), fitted: 'with-work' })
  expect(await answer.json()).toMatchObject({ model: expect.stringMatching(` ${model}$`), fitted: 'with-work' })
  const changed = await review(as.buyer, product, { rating: 5 })
  expect(await changed.json()).toMatchObject({ rating: 5, model: expect.stringMatching(` ${model}$`) })
  await as.admin.product[':id'].$delete({ param: { id: product.id } })
  expect((await review(as.other, product)).status).toBe(404)
})

test('before writing, one is told what one wrote, and of which order the part is', async () => {
  const { as, shop, product } = await sharedShop()
  const before = async () => (await as.buyer.product[':id'].review.$get({ param: { id: product.id } })).json()
  expect(await before()).toMatchObject({ product: { number: product.number }, bought: null, review: null })
  const order = await placed(as.buyer, product)
  await paid(shop, order)
  await review(as.buyer, product)
  expect(await before()).toMatchObject({ bought: { number: order.number }, review: GOOD })
})

test('who is not verified has one review, of the shop or of a part, and may change it', async () => {
  const { as, shop, buyer, product } = await sharedShop()
  await shop.pool.query('update users set email_verified = false where id = $1', [buyer.id])
  const statuses = [(await review(as.buyer, product)).status, (await review(as.buyer, product)).status]
  expect(statuses).toEqual([201, 200])
  expect((await as.buyer.review.$post({ json: { review: 5 } })).status).toBe(409)
  const { product: another } = await sharedShop()
  expect((await review(as.buyer, another)).status).toBe(409)
})

test('an admin hides it as a review of the shop is hidden: it counts no more and cannot be changed; the log has the reason', async () => {
  const { as, shop, product } = await sharedShop()
  const { _id: id } = (await (await review(as.buyer, product)).json()) as PartReview
  const hide = (hidden: boolean) =>
    as.admin.reviews[':id'].$patch({ param: { id }, json: { hidden, reason: 'Names another shop.' } })
  expect((await hide(true)).status).toBe(200)
  expect(await reviewsOf(as.nobody, product)).toMatchObject({ rating: { count: 0, average: null }, reviews: [] })
  expect((await review(as.buyer, product)).status).toBe(409)
  const listed = async (state: 'seen' | 'hidden') =>
    (await (await as.admin.allreviews.$get({ query: { state } })).json()).flatMap(({ _id, product: part }) =>
      _id === id ? [part?.name] : [],
    )
  expect([await listed('hidden'), await listed('seen')]).toEqual([[product.name], []])
  await hide(false)
  expect((await reviewsOf(as.nobody, product)).rating.count).toBe(1)
  const lines = await shop.db.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(auditLog.id)
  expect(lines.map(({ action }) => action)).toEqual(['review.hide', 'review.show'])
})

test('the list of the shop’s reviews shows none of them', async () => {
  const { as, product } = await openTestShop()
  await as.buyer.review.$post({ json: { review: 5, description: 'A good shop.' } })
  await review(as.buyer, product)
  for (const query of [{}, { people: 'once' } as const]) {
    const shown = await (await as.nobody.reviews.$get({ query })).json()
    expect(shown.map(({ description }) => description)).toEqual(['A good shop.'])
  }
})

test('of who deleted their account stays what they wrote, by a customer', async () => {
  const { as, shop, buyer, product } = await sharedShop()
  await review(as.buyer, product)
  await closeAccount(shop, buyer)
  expect((await reviewsOf(as.nobody, product)).reviews).toMatchObject([{ name: 'a customer', title: GOOD.title }])
})
