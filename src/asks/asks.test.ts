import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sentenceOf } from '../audit/sentence.ts'
import { letterOf } from '../post/templates/letter.tsx'
import { slugOf } from '../products/slug.ts'
import { mailsOf } from '../testing/mails.ts'
import { openTestShop, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { byStatus } from '../testing/orders.ts'
import { partRequests } from './table.server.ts'

const sharedShop = sharedTestShop()
const QUESTION = { model: 'BKG36-401/02', photo: 'https://photos.example/plate.jpg', words: 'The grey seal.' }

async function asked(client: TestShop['as']['nobody'], email?: string, words = QUESTION.words) {
  const answer = await client['part-requests'].$post({ json: { ...QUESTION, words, email } })
  const { _id } = (await answer.json()) as { _id: string }
  return _id
}

test('a visitor asks for a part, and the desk gets one mail, whose answer goes to them and in which nothing leads away', async () => {
  const { as, shop } = await openTestShop()
  const id = await asked(as.nobody, ' Anna@Example.com ')
  const mails = await mailsOf(shop)
  expect(mails).toEqual([{ template: 'part-request', id, email: 'anna@example.com', ...QUESTION }])
  const [mail] = mails
  if (!mail) throw new Error('no mail')
  const letter = await letterOf(mail, { origin: 'https://shop.example', desk: 'desk@shop.example' })
  expect(letter).toMatchObject({ to: 'desk@shop.example', replyTo: 'anna@example.com', links: [] })
  expect(letter.text).not.toContain('photos.example')
})

test('the address of somebody signed in is the account’s, whatever is sent; a visitor has to give one', async () => {
  const { as, shop, buyer } = await sharedShop()
  const id = await asked(as.buyer, 'somebody@else.example')
  const [kept] = await shop.db.select().from(partRequests).where(eq(partRequests.id, id))
  expect(kept).toMatchObject({ askerId: buyer.id, email: buyer.email })
  const refused = await as.nobody['part-requests'].$post({ json: QUESTION })
  expect([refused.status, await refused.json()]).toMatchObject([422, { field: 'email' }])
})

test.each([
  { field: 'words', value: '  ' },
  { field: 'words', value: 'x'.repeat(2001) },
  { field: 'model', value: 'x'.repeat(121) },
  { field: 'photo', value: 'http://photos.example/plate.jpg' },
  { field: 'photo', value: 'javascript:alert(1)' },
  { field: 'photo', value: `https://photos.example/${'x'.repeat(500)}` },
])('a question whose $field is wrong is refused', async ({ field, value }) => {
  const { as } = await sharedShop()
  const json = { ...QUESTION, email: 'anna@example.com', [field]: value }
  const refused = await as.nobody['part-requests'].$post({ json })
  expect([refused.status, await refused.json()]).toMatchObject([422, { field }])
})

test('a question that holds a NUL is refused', async () => {
  const { as } = await sharedShop()
  const json = { words: 'a\0b', email: 'anna@example.com' }
  expect((await as.nobody['part-requests'].$post({ json })).status).toBe(400)
})

test('a question that is sent again, as after a lost answer, is one until it is answered', async () => {
  const { as, shop, product, buyer } = await openTestShop()
  const email = 'anna@example.com'
  const ids = await Promise.all([1, 2, 3, 4].map(() => asked(as.nobody, email)))
  expect(new Set(ids).size).toBe(1)
  const [id = ''] = ids
  const others = [await asked(as.nobody, email, 'The blue seal.'), await asked(as.nobody, 'bo@example.com')]
  others.push(await asked(as.nobody, buyer.email), await asked(as.buyer))
  expect(new Set([id, ...others]).size).toBe(5)
  expect((await mailsOf(shop)).filter(({ template }) => template === 'part-request')).toHaveLength(5)
  await as.admin['part-requests'].$patch({ json: { id, part: product.number } })
  expect(await asked(as.nobody, email)).not.toBe(id)
})

test('an admin answers with a part in any spelling of its number, and the asker gets one mail with its price and its page', async () => {
  const { as, shop, origin, product } = await openTestShop()
  const id = await asked(as.nobody, 'anna@example.com')
  const listed = async (state: 'open' | 'answered') =>
    (await (await as.admin['part-requests'].$get({ query: { state } })).json()).map(({ _id }) => _id)
  const waiting = async () => (await (await as.admin.waiting.$get()).json()).requests?.count
  expect([await listed('open'), await listed('answered'), await waiting()]).toEqual([[id], [], 1])
  const json = { id, part: product.number.replaceAll('-', ' ').toLowerCase(), answer: 'It is the grey one.' }
  const answers = await Promise.all([1, 2].map(() => as.admin['part-requests'].$patch({ json })))
  expect(byStatus(answers)).toEqual({ 200: 2 })
  const other = { ...json, answer: 'It is the white one.' }
  expect((await as.admin['part-requests'].$patch({ json: other })).status).toBe(409)
  expect([await listed('open'), await listed('answered'), await waiting()]).toEqual([[], [id], 0])
  const found = (await mailsOf(shop)).filter(({ template }) => template === 'part-found')
  const url = `${origin}/products/${slugOf(product)}`
  expect(found).toMatchObject([{ to: 'anna@example.com', answer: json.answer, url }])
  const [mail] = found
  if (!mail) throw new Error('no mail')
  const { text, links } = await letterOf(mail, { origin, desk: 'desk@shop.example' })
  expect(text.replaceAll('\u00a0', ' ')).toMatch(/Price +\$72\.00 per 4 pcs/)
  expect(text).not.toContain(QUESTION.words)
  expect(links).toEqual([url])
})

test('an admin answers in words alone that there is no such part, which closes the request and is mailed, and with nothing not at all', async () => {
  const { as, shop, origin } = await openTestShop()
  const id = await asked(as.nobody, 'anna@example.com')
  const answering = (json: { part?: string; answer?: string }) =>
    as.admin['part-requests'].$patch({ json: { id, ...json } })
  for (const json of [{}, { part: ' ', answer: ' \u200b\n' }]) {
    const refused = await answering(json)
    expect([refused.status, await refused.json()]).toMatchObject([422, { field: 'part' }])
  }
  const answer = 'It is no longer made.'
  expect(byStatus(await Promise.all([1, 2].map(() => answering({ part: '', answer }))))).toEqual({ 200: 2 })
  expect((await answering({ answer: 'It is made again.' })).status).toBe(409)
  const listed = await as.admin['part-requests'].$get({ query: { state: 'answered' } })
  expect(await listed.json()).toMatchObject([{ _id: id, part: null, answer }])
  const logged = await as.admin.audit.$get({ query: { action: 'request.answer' } })
  const [entry] = await logged.json()
  expect([entry?.after, entry && sentenceOf(entry)]).toEqual([{ answered: true }, ['answered', 'without a part']])
  const mails = (await mailsOf(shop)).filter(({ template }) => template !== 'part-request')
  expect(mails).toEqual([{ template: 'request-answered', id, to: 'anna@example.com', answer }])
  const [mail] = mails
  if (!mail) throw new Error('no mail')
  const { subject, text, links } = await letterOf(mail, { origin, desk: 'desk@shop.example' })
  expect([subject, links]).toEqual(['About the part you asked for at Parts House', []])
  expect(text).toContain(answer)
  expect(text).not.toMatch(/Price|The grey seal/)
})

test('what is no request is put aside with a reason that nobody is mailed', async () => {
  const { as, shop } = await openTestShop()
  const id = await asked(as.nobody, 'victim@example.com')
  const aside = (json: { part?: string; answer?: string }) =>
    as.admin['part-requests'].$patch({ json: { id, mailed: false, ...json } })
  const refused = [await aside({}), await aside({ part: 'EF-230', answer: 'Junk' })]
  expect(await Promise.all(refused.map((answer) => answer.json()))).toMatchObject([
    { field: 'answer', message: 'Say why' },
    { field: 'part', message: 'What is put aside names no part' },
  ])
  const reason = 'Somebody else wrote it.'
  expect(byStatus(await Promise.all([1, 2].map(() => aside({ answer: reason }))))).toEqual({ 200: 2 })
  const mailed = { id, answer: reason }
  expect((await as.admin['part-requests'].$patch({ json: mailed })).status).toBe(409)
  const listed = await as.admin['part-requests'].$get({ query: { state: 'answered' } })
  expect(await listed.json()).toMatchObject([{ _id: id, part: null, answer: reason, mailed: false }])
  expect((await mailsOf(shop)).map(({ template }) => template)).toEqual(['part-request'])
  const [entry] = await (await as.admin.audit.$get({ query: { action: 'request.answer' } })).json()
  expect([entry?.after, entry && sentenceOf(entry)]).toEqual([{ answered: false, aside: reason }, ['put aside', '']])
})

test('a request is not answered with what is not for sale, and stays open', async () => {
  const { as, shop, product } = await openTestShop()
  const id = await asked(as.buyer)
  const answer = (part: string, of = id) => as.admin['part-requests'].$patch({ json: { id: of, part } })
  await as.admin.product[':id'].$delete({ param: { id: product.id } })
  for (const part of [product.number, 'no such number']) {
    const refused = await answer(part)
    expect([refused.status, await refused.json()]).toMatchObject([422, { field: 'part' }])
  }
  await as.admin.product[':id'].restore.$post({ param: { id: product.id } })
  expect((await answer(product.number, crypto.randomUUID())).status).toBe(404)
  expect((await mailsOf(shop)).filter(({ template }) => template === 'part-found')).toEqual([])
  expect((await answer(product.number)).status).toBe(200)
})

test('the list is read page by page, newest first', async () => {
  const { as } = await openTestShop()
  const ids = [await asked(as.buyer), await asked(as.other), await asked(as.buyer, undefined, 'The blue seal.')]
  const first = await as.admin['part-requests'].$get({ query: { limit: '2' } })
  expect((await first.json()).map(({ _id }) => _id)).toEqual([ids[2], ids[1]])
  expect(first.headers.get('x-total-count')).toBe('3')
  const second = await as.admin['part-requests'].$get({ query: { limit: '2', cursor: ids[1] } })
  expect((await second.json()).map(({ _id }) => _id)).toEqual([ids[0]])
})

test('what somebody asked for goes with their account, and what others asked for stays', async () => {
  const { as, shop, buyer } = await openTestShop()
  await asked(as.buyer)
  await asked(as.nobody, buyer.email)
  const others = await asked(as.other)
  await shop.leaving.forget(shop, { id: buyer.id, mailbox: buyer.email })
  const left = await shop.db.select({ id: partRequests.id }).from(partRequests)
  expect(left).toEqual([{ id: others }])
})
