import { expect, test } from 'vitest'
import type { ApiClient } from '../client.ts'
import { mailsTo } from '../testing/mails.ts'
import { aModel } from '../testing/models.ts'
import { aPerson, clientOf, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'

type Answer = { status: number; json(): Promise<unknown> }
/** Makes something as this person, with a key or without; `question` is a question that waits, `model` one without parts. */
type Make = (of: { as: ApiClient; here: TestShop; question: string; model: string }, keyed?: object) => Promise<Answer>

const PRODUCT = { name: 'Relay', unitPrice: 10, minOrder: 1, description: 'A relay.', image: '/drawings/fan-motor.svg' }
const QUESTION = { title: 'Does it turn clockwise?', words: '' }
const ADDRESS = { name: 'Workshop', street: '14 Quay Road', country: 'Norway' }
const RATE = { name: 'VAT', country: 'TV', buyers: 'everybody', percent: 10 } as const

const ANYTHING: [string, Make][] = [
  ['a review', ({ as }, keyed) => as.review.$post({ json: { review: 5, description: 'Cold.' } }, keyed)],
  [
    'a question',
    ({ as, here }, keyed) =>
      as.product[':id'].questions.$post({ param: { id: here.product.id }, json: QUESTION }, keyed),
  ],
  [
    'an answer of the shop',
    ({ as, question: id }, keyed) =>
      as.questions[':id'].answers.$post({ param: { id }, json: { words: 'Clockwise.' } }, keyed),
  ],
  ['a product', ({ as }, keyed) => as.product.$post({ json: { ...PRODUCT, stock: 5 } }, keyed)],
  ['an address', ({ as }, keyed) => as.addresses.$post({ json: ADDRESS }, keyed)],
  [
    'a saved list',
    ({ as, here }, keyed) =>
      as.lists.$post({ json: { name: 'Van', lines: [{ productId: here.product.id, quantity: 1 }] } }, keyed),
  ],
]

const OF_ITS_NAME: [string, Make][] = [
  [
    'a product with a number',
    ({ as }, keyed) => as.product.$post({ json: { ...PRODUCT, number: 'R-1', stock: 5 } }, keyed),
  ],
  [
    'a shipping zone',
    ({ as }, keyed) => as['shipping-zones'].$post({ json: { name: 'Island', countries: ['IS'], flat: 5 } }, keyed),
  ],
  ['a tax rate', ({ as }, keyed) => as['tax-rates'].$post({ json: RATE }, keyed)],
  ['a price group', ({ as }, keyed) => as['price-groups'].$post({ json: { name: 'Trade', percent: 5 } }, keyed)],
  [
    'a discount code',
    ({ as }, keyed) =>
      as['discount-codes'].$post({ json: { code: 'COLD', kind: 'percent', percent: 5 } as never }, keyed),
  ],
  [
    'a fit',
    ({ as, here, model }, keyed) =>
      as.product[':id'].fits.$post(
        { param: { id: here.product.id }, json: { model, section: 'evaporator', position: 'fan-blade' } as never },
        keyed,
      ),
  ],
]

const withKey = (key: string) => ({ headers: { 'Idempotency-Key': key } })

/** The answer of each, which is that something was made; the ids in it. */
async function idsIn(answers: Answer[]) {
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  return Promise.all(answers.map(async (answer) => ((await answer.json()) as { _id: string })._id))
}

const sharedShop = sharedTestShop()

async function aDesk() {
  const here = await sharedShop()
  const asked = await here.as.other.product[':id'].questions.$post({ param: { id: here.product.id }, json: QUESTION })
  const [model, { _id: question }] = await Promise.all([aModel(here.shop), asked.json() as Promise<{ _id: string }>])
  return { as: here.as.admin, here, question, model }
}

/** Deletes what was made. */
type Remove = (as: ApiClient, param: { id: string }) => Promise<Response>

const REMOVED: [string, Remove][] = [
  ['a product', (as, param) => as.product[':id'].$delete({ param })],
  ['an address', (as, param) => as.addresses[':id'].$delete({ param })],
  ['a saved list', (as, param) => as.lists[':id'].$delete({ param })],
  ['a shipping zone', (as, param) => as['shipping-zones'][':id'].$delete({ query: {}, param })],
  ['a tax rate', (as, param) => as['tax-rates'][':id'].$delete({ query: {}, param })],
  ['a price group', (as, param) => as['price-groups'][':id'].$delete({ query: {}, param })],
  ['a fit', (as, param) => as.fits[':id'].$delete({ param, query: { version: '1' } })],
]

const MADE = new Map([...ANYTHING, ...OF_ITS_NAME])

test.each(REMOVED)('%s that was deleted is made anew by what is sent with its key', async (what, remove) => {
  const desk = await aDesk()
  const make = MADE.get(what) as Make
  const [first = ''] = await idsIn([await make(desk, withKey('k'))])
  expect((await remove(desk.as, { id: first })).status).toBe(200)
  const again = await idsIn([await make(desk, withKey('k')), await make(desk, withKey('k'))])
  expect(new Set(again).size).toBe(1)
  expect(again).not.toContain(first)
  await remove(desk.as, { id: again[0] ?? '' })
})

test.each([...ANYTHING, ...OF_ITS_NAME])(
  '%s that is sent twice at once with one key, and once more, is made once',
  async (_, make) => {
    const desk = await aDesk()
    const atOnce = await Promise.all([1, 2].map(() => make(desk, withKey('k'))))
    expect(new Set(await idsIn([...atOnce, await make(desk, withKey('k'))])).size).toBe(1)
  },
)

test.each(ANYTHING)(
  '%s is another with another key, without one, and with the same one of somebody else',
  async (_, make) => {
    const desk = await aDesk()
    const { shop, origin } = desk.here
    const second = { ...desk, as: clientOf(origin, (await aPerson(shop, 'second', 'admin')).token) }
    const answers = [
      await make(desk, withKey('k')),
      await make(desk, withKey('other')),
      await make(desk),
      await make(desk),
    ]
    expect(new Set(await idsIn([...answers, await make(second, withKey('k'))])).size).toBe(5)
  },
)

test('the asker gets one mail of an answer that is sent again with its key', async () => {
  const { as, here, question: id } = await aDesk()
  const answer = () => as.questions[':id'].answers.$post({ param: { id }, json: { words: 'Clockwise.' } }, withKey('k'))
  await idsIn([await answer(), await answer()])
  expect(await mailsTo(here.shop, here.other.email)).toMatchObject([{ template: 'question-answered' }])
})

test('a key that came with something else is refused, and what was refused may be sent again with it', async () => {
  const { as } = await aDesk()
  const add = (more: object) => as.addresses.$post({ json: { ...ADDRESS, ...more } }, withKey('k'))
  const write = (review: number) => as.review.$post({ json: { review, description: '' } }, withKey('k'))
  expect((await add({ street: '' })).status).toBe(422)
  expect((await add({})).status).toBe(201)
  const other = await add({ name: 'Van' })
  expect([other.status, await other.json()]).toMatchObject([422, { field: 'Idempotency-Key' }])
  expect((await write(5)).status).toBe(422)
})

test('a discount code that was ended is not told as made by what is sent with its key', async () => {
  const { as } = await aDesk()
  const json = { code: 'FROST', kind: 'percent', percent: 5 } as never
  const make = () => as['discount-codes'].$post({ json }, withKey('k'))
  const [id = ''] = await idsIn([await make()])
  await as['discount-codes'][':id'].$delete({ query: {}, param: { id } })
  const again = await make()
  expect([again.status, await again.json()]).toMatchObject([409, { field: 'code' }])
})

test('pieces that were booked are booked once with their key, also when their part was archived meanwhile', async () => {
  const { as } = await aDesk()
  const [id = ''] = await idsIn([await as.product.$post({ json: { ...PRODUCT, stock: 5 } })])
  const param = { id }
  const book = async () => {
    const json = { quantity: 10, reason: 'received', note: '' } as never
    const booked = await as.product[':id'].stock.$post({ param, json }, withKey('k'))
    return [booked.status, ((await booked.json()) as { stock: number }).stock]
  }
  const booked = [await book()]
  await as.product[':id'].$delete({ param })
  booked.push(await book())
  await as.product[':id'].restore.$post({ param })
  expect([...booked, await book()]).toEqual([1, 2, 3].map(() => [200, 15]))
})
