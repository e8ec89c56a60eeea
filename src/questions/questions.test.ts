import { expect, test } from 'vitest'
import { closeAccount } from '../accounts/identity/close-account.ts'
import { auditLog } from '../audit/table.server.ts'
import type { ApiClient } from '../client.ts'
import { letterOf } from '../post/templates/letter.tsx'
import { mailsOf } from '../testing/mails.ts'
import { openTestShop, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { byStatus, paid, placed } from '../testing/orders.ts'
import type { QuestionState } from './contract.ts'

const sharedShop = sharedTestShop()
const QUESTION = { title: 'Does it turn clockwise?', words: 'Seen from the blade side.' }

const ask = (client: ApiClient, { id }: { id: string }, changes = {}) =>
  client.product[':id'].questions.$post({ param: { id }, json: { ...QUESTION, ...changes } })

async function asked(client: ApiClient, product: { id: string }) {
  const answer = await ask(client, product)
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { _id: string })._id
}

const answer = (client: ApiClient, id: string, words = 'Clockwise.') =>
  client.questions[':id'].answers.$post({ param: { id }, json: { words } })

async function seen({ as, product }: TestShop, query = {}) {
  const page = await (await as.nobody.product[':id'].questions.$get({ param: { id: product.id }, query })).json()
  return page.questions.map(({ title, name, answers }) => ({ title, name, answers: answers.map(({ name }) => name) }))
}

async function boughtBy({ as, shop, product }: TestShop, client: 'buyer' | 'other') {
  await paid(shop, await placed(as[client], product))
}

test('the shop and who bought the part answer; the shop’s answer is marked, and nobody else’s is taken', async () => {
  const here = await sharedShop()
  const { as, buyer, product } = here
  const id = await asked(as.other, product)
  expect((await answer(as.nobody, id)).status).toBe(401)
  expect((await answer(as.buyer, id)).status).toBe(403)
  await boughtBy(here, 'buyer')
  expect(await (await answer(as.buyer, id)).json()).toMatchObject({ name: buyer.name, shop: false })
  expect(await (await answer(as.admin, id)).json()).toMatchObject({ name: 'Parts House', shop: true })
  expect(await seen(here)).toMatchObject([{ title: QUESTION.title, answers: [buyer.name, 'Parts House'] }])
  expect((await answer(as.admin, crypto.randomUUID())).status).toBe(404)
})

test('a buyer answers a question once, also when they send twice at once', async () => {
  const here = await sharedShop()
  const id = await asked(here.as.other, here.product)
  await boughtBy(here, 'buyer')
  const answers = await Promise.all([1, 2, 3].map(() => answer(here.as.buyer, id)))
  expect(byStatus(answers)).toEqual({ 201: 1, 409: 2 })
})

test('of two answers of the shop at once the second is told of the first, and is given when it is sent again', async () => {
  const here = await sharedShop()
  const { as, product } = here
  const id = await asked(as.other, product)
  const reply = (words: string, read: { shopAnswers?: number } = {}) =>
    as.admin.questions[':id'].answers.$post({ param: { id }, json: { words, ...read } })
  const answers = await Promise.all(['Yes.', 'Yes.'].map((words) => reply(words, { shopAnswers: 0 })))
  expect(byStatus(answers)).toEqual({ 201: 1, 409: 1 })
  expect(await answers.find(({ ok }) => !ok)?.json()).toMatchObject({
    message: 'The shop has answered this meanwhile: “Yes.” Answer again to add yours.',
  })
  expect((await reply('It depends.')).status).toBe(201)
  expect((await reply('And it is quiet.', { shopAnswers: 2 })).status).toBe(201)
  expect(await seen(here)).toMatchObject([{ answers: { length: 3 } }])
})

test('the asker gets one mail an answer, in which nothing leads away but to the part, and none for their own or unproved', async () => {
  const { as, shop, origin, other, product } = await openTestShop()
  const told = async () => (await mailsOf(shop)).filter(({ template }) => template === 'question-answered')
  const id = await asked(as.other, product)
  await answer(as.admin, id, 'Clockwise, see evil.example/x')
  const [mail] = await told()
  if (!mail) throw new Error('no mail')
  const url = `${origin}/products/${product.number.toLowerCase()}#questions`
  const letter = await letterOf(mail, { origin, desk: 'desk@shop.example' })
  expect(letter).toMatchObject({ to: other.email, links: [url] })
  expect(letter.text).not.toContain('evil.example')
  await answer(as.admin, await asked(as.admin, product))
  await shop.pool.query('update users set email_verified = false where id = $1', [other.id])
  await answer(as.admin, id, 'And quietly.')
  expect(await told()).toHaveLength(1)
})

test('questions wait on the shop’s list until an answer can be seen, and again when it is hidden', async () => {
  const { as, product, shop } = await openTestShop()
  const listed = async (state: QuestionState) =>
    (await (await as.admin.questions.$get({ query: { state } })).json()).map(({ _id, product: { number } }) => [
      _id,
      number,
    ])
  expect((await as.buyer.questions.$get({ query: {} })).status).toBe(403)
  const id = await asked(as.other, product)
  const row = [[id, product.number]]
  const waiting = async () => (await (await as.admin.waiting.$get()).json()).questions?.count
  expect([await waiting(), await (await as.buyer.waiting.$get()).json()]).toEqual([1, {}])
  expect([await listed('waiting'), await listed('answered')]).toEqual([row, []])
  const { _id: answerId } = (await (await answer(as.admin, id)).json()) as { _id: string }
  expect([await listed('waiting'), await listed('answered'), await waiting()]).toEqual([[], row, 0])
  const json = { hidden: true, reason: 'It is wrong.' }
  for (let round = 0; round < 2; round++)
    expect((await as.admin.answers[':id'].$patch({ param: { id: answerId }, json })).status).toBe(200)
  expect([await listed('waiting'), await waiting()]).toEqual([row, 1])
  await as.admin.answers[':id'].$patch({ param: { id: answerId }, json: { ...json, hidden: false } })
  expect(await listed('answered')).toEqual(row)
  expect((await as.admin.questions[':id'].$patch({ param: { id }, json })).status).toBe(200)
  expect([await listed('answered'), await listed('hidden')]).toEqual([[], row])
  const lines = await shop.db.select().from(auditLog).orderBy(auditLog.id)
  expect(lines.map(({ action }) => action)).toEqual(['question.answer', 'answer.hide', 'answer.show', 'question.hide'])
})

test('what is hidden is seen by nobody and takes no answer', async () => {
  const here = await sharedShop()
  const { as, product } = here
  const id = await asked(as.other, product)
  await as.admin.questions[':id'].$patch({ param: { id }, json: { hidden: true, reason: 'Spam.' } })
  expect(await seen(here)).toEqual([])
  expect((await answer(as.admin, id)).status).toBe(404)
  await as.admin.questions[':id'].$patch({ param: { id }, json: { hidden: false, reason: 'It is none.' } })
  expect(await seen(here)).toHaveLength(1)
})

test('newest come first, and pages follow one another; the part’s page begins with them', async () => {
  const { as, product } = await sharedShop()
  for (const title of ['First?', 'Second?', 'Third?']) await ask(as.buyer, product, { title })
  const read = async (query: { limit: string; cursor?: string }) =>
    (await as.nobody.product[':id'].questions.$get({ param: { id: product.id }, query })).json()
  const first = await read({ limit: '2' })
  expect([first.count, first.questions.map(({ title }) => title)]).toEqual([3, ['Third?', 'Second?']])
  const second = await read({ limit: '2', cursor: first.next ?? '' })
  expect([second.questions.map(({ title }) => title), second.next]).toEqual([['First?'], null])
  const page = await (await as.nobody.product[':id'].page.$get({ param: { id: product.id } })).json()
  expect(page.questions).toMatchObject({ count: 3, questions: [{ title: 'Third?' }, {}, {}] })
})

test.each([
  { field: 'title', value: ' Why ' },
  { field: 'title', value: 'x'.repeat(121) },
  { field: 'words', value: 'x'.repeat(601) },
])('a question whose $field is $value is refused', async ({ field, value }) => {
  const { as, product } = await sharedShop()
  const refused = await ask(as.buyer, product, { [field]: value })
  expect([refused.status, await refused.json()]).toMatchObject([422, { field }])
})

test('what is asked turns no reading direction and hides no controls, and says something', async () => {
  const here = await sharedShop()
  const title = 'Does it turn \u202eesiwkcolc\u202c?\u0007'
  const posted = await ask(here.as.other, here.product, { title, words: 'Two\nlines, ‘\u200d’ and 🙂.' })
  expect(await posted.json()).toMatchObject({ title: 'Does it turn esiwkcolc?', words: 'Two\nlines, ‘\u200d’ and 🙂.' })
  expect((await ask(here.as.other, here.product, { title: '\u200b\u200b\u2066\u2069\ufeff' })).status).toBe(422)
})

test('who is not verified asks one question; a part that is not on sale takes none', async () => {
  const { as, shop, buyer, product } = await sharedShop()
  await shop.pool.query('update users set email_verified = false where id = $1', [buyer.id])
  expect(byStatus(await Promise.all([1, 2, 3].map(() => ask(as.buyer, product))))).toEqual({ 201: 1, 409: 2 })
  await as.admin.product[':id'].$delete({ param: { id: product.id } })
  expect((await ask(as.other, product)).status).toBe(404)
})

test('of who deleted their account stay questions and answers, by a customer', async () => {
  const here = await sharedShop()
  const { as, shop, buyer, product } = here
  await answer(as.admin, await asked(as.buyer, product))
  await closeAccount(shop, buyer)
  expect(await seen(here)).toMatchObject([{ name: 'a customer' }])
})
