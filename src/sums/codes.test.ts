import { expect, test } from 'vitest'
import { type ApiClient, ask } from '../client.ts'
import { DAY, HOUR, MINUTE } from '../config/clock.ts'
import { expireOrder } from '../orders/cancel-or-expire.ts'
import type { Checkout } from '../orders/checkout-contract.ts'
import { charge, intentForAll } from '../payments/open-test-payments.ts'
import { reconcile } from '../payments/reconcile.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { aPerson, aProduct, clientOf, openTestShop, sharedTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { aCheckout, byStatus, expectLaws } from '../testing/orders.ts'
import { dayInUtc } from '../ui/format-time.ts'

const sharedShop = sharedTestShop({ stock: 10_000, env: { MAX_UNPAID_ORDERS: '100' } })

type Json = Parameters<ApiClient['discount-codes']['$post']>[0]['json']
const aWord = () => `C-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()

async function aCode({ as }: TestShop, json: Partial<Json> = {}) {
  const answer = await as.admin['discount-codes'].$post({ json: { code: aWord(), percent: 10, ...json } })
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as { _id: string; code: string; uses: number }
}

async function usesOf({ as }: TestShop, { _id: id }: { _id: string }) {
  const codes = await (await as.admin['discount-codes'].$get({ query: { limit: '500' } })).json()
  return codes.find(({ _id }) => _id === id)?.uses
}

/** One block of the part at $72.00, for $64.80 by a tenth off. */
const ordering = (as: ApiClient, { product }: TestShop, code: string, price = 64.8) =>
  as.checkouts.$post({ json: { ...aCheckout([{ product }]), code, price } })

async function ordered(as: ApiClient, here: TestShop, code: string) {
  const answer = await ordering(as, here, code)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as Checkout
}

const cancel = (as: ApiClient, { _id: id }: Checkout) => as.checkouts[':id'].$delete({ param: { id } })
const problemOf = async (answer: { status: number; json(): Promise<unknown> }) => [answer.status, await answer.json()]

test('a code lowers the lines of an order, in any case of its letters, and a cancel returns its use', async () => {
  const here = await sharedShop()
  const code = await aCode(here)
  const order = await ordered(here.as.buyer, here, code.code.toLowerCase())
  expect(order).toMatchObject({ lines: 72, discount: 7.2, price: 64.8, code: code.code })
  expect(await usesOf(here, code)).toBe(1)
  expect((await cancel(here.as.buyer, order)).status).toBe(200)
  expect(await usesOf(here, code)).toBe(0)
  await expectLaws(here.shop)
})

test('a code that cannot be used is refused with the reason, in a quote and in an order, and nothing is ordered', async () => {
  const here = await sharedShop()
  const { as, shop, product } = here
  const at = (ms: number) => new Date(shop.clock.now().getTime() + ms).toISOString()
  const [early, late, dear, once] = [
    await aCode(here, { beginsAt: at(2 * DAY) }),
    await aCode(here, { endsAt: at(-HOUR) }),
    await aCode(here, { from: 100 }),
    await aCode(here, { mostEach: 1 }),
  ]
  await ordered(as.buyer, here, once.code)
  const ended = await aCode(here)
  await as.admin['discount-codes'][':id'].$delete({ query: {}, param: { id: ended._id } })
  const quoted = async (code: string, by = as.nobody) => {
    const answer = await by.quote.$post({ json: { lines: [{ productId: product.id, quantity: 4 }], code } })
    return (await answer.json()).problems[0]?.message
  }
  const cases = [
    ['NO-SUCH', 422, 'There is no such code.'],
    [early.code, 409, `The code ${early.code} begins on ${dayInUtc(at(2 * DAY))}.`],
    [late.code, 409, `The code ${late.code} has ended.`],
    [ended.code, 409, `The code ${ended.code} has ended.`],
    [dear.code, 409, `The code ${dear.code} counts from $100.00. Add $28.00 more.`],
  ] as const
  for (const [code, status, message] of cases) {
    expect(await quoted(code)).toBe(message)
    expect(await problemOf(await ordering(as.other, here, code))).toMatchObject([status, { field: 'code', message }])
  }
  const again = await ordering(as.buyer, here, once.code)
  expect(await problemOf(again)).toMatchObject([409, { field: 'code', message: 'You have used this code already.' }])
  expect(await quoted(once.code, as.buyer)).toBe('You have used this code already.')
  expect(await quoted(once.code, as.other)).toBe(undefined)
  await ordered(as.other, here, once.code)
  await expectLaws(shop)
})

test('a code that is limited by buyer waits for a proved address, of which one cannot make many', async () => {
  const here = await sharedShop()
  const { shop, product } = here
  const code = await aCode(here, { mostEach: 1 })
  const eve = await aNewcomer(here)
  const message = `Verify your e-mail to use the code ${code.code}.`
  const refused = await ordering(eve.as, here, code.code)
  expect(await problemOf(refused)).toMatchObject([409, { field: 'code', message }])
  const json = { lines: [{ productId: product.id, quantity: 4 }], code: code.code }
  const quoted = async () => (await (await eve.as.quote.$post({ json })).json()).problems
  expect(await quoted()).toMatchObject([{ field: 'code', message }])
  await ordered(eve.as, here, (await aCode(here)).code)
  await eve.verify()
  expect(await quoted()).toEqual([])
  await ordered(eve.as, here, code.code)
  await expectLaws(shop)
})

test('the last use of a code goes to one of twenty buyers at once, and so does the next after a cancel', async () => {
  const here = await sharedShop()
  const code = await aCode(here, { mostUses: 1 })
  const people = await Promise.all(Array.from({ length: 20 }, (_, at) => aPerson(here.shop, `b${at}`)))
  const clients = people.map(({ token }) => clientOf(here.origin, token))
  const round = () => Promise.all(clients.map((as) => ordering(as, here, code.code)))
  const answers = await round()
  expect(byStatus(answers)).toEqual({ 201: 1, 409: 19 })
  const winner = answers.findIndex(({ status }) => status === 201)
  const order = (await answers[winner]?.json()) as Checkout
  await cancel(clients[winner] as ApiClient, order)
  expect(byStatus(await round())).toEqual({ 201: 1, 409: 19 })
  expect(await usesOf(here, code)).toBe(1)
  await expectLaws(here.shop)
})

test('one buyer who orders ten times at once uses a code as often as one may', async () => {
  const here = await sharedShop()
  const code = await aCode(here, { mostEach: 2 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => ordering(here.as.buyer, here, code.code)))
  expect(byStatus(answers)).toEqual({ 201: 2, 409: 8 })
  expect(await usesOf(here, code)).toBe(2)
  await expectLaws(here.shop)
})

test('a code makes an order neither free nor dearer than a charge may be, and says so', async () => {
  const here = await sharedShop()
  const { as, shop, product } = here
  const [whole, most] = [await aCode(here, { percent: null, sum: 100 }), await aCode(here, { percent: 99.99 })]
  const till = await problemOf(await ordering(as.buyer, here, whole.code, 0))
  expect(till).toMatchObject([
    422,
    { field: 'code', message: expect.stringContaining('less than $0.50 would be left') },
  ])
  const quoteOf = (quantity: number) =>
    ask(as.nobody.quote.$post({ json: { lines: [{ productId: product.id, quantity }], code: whole.code } }))
  const problems = [{ field: 'code', message: (till[1] as { message: string }).message }]
  expect(await quoteOf(product.minOrder)).toMatchObject({ lines: 72, discount: 0, price: 72, problems })
  expect(await quoteOf(8)).toMatchObject({ lines: 144, discount: 100, price: 44, problems: [] })
  const dear = await aProduct(shop, { unitPriceCents: 99_999_999, minOrder: 1 })
  const json = { ...aCheckout([{ product: dear, quantity: 25 }]), code: most.code, price: 2500 }
  expect(await problemOf(await as.buyer.checkouts.$post({ json }))).toMatchObject([422, { field: 'quantity' }])
  expect(await usesOf(here, whole)).toBe(0)
  const two = { ...aCheckout([{ product, quantity: 8 }]), code: whole.code, price: 44 }
  expect((await as.buyer.checkouts.$post({ json: two })).status).toBe(201)
})

test('sums and shares are rounded to whole cents before they are judged', async () => {
  const { as, product } = await sharedShop()
  const codes = [{ percent: 1e-9 }, { percent: null, sum: 1e-9 }].map((json) =>
    as.admin['discount-codes'].$post({ json: { code: aWord(), ...json } }),
  )
  const prices = [{ part: product.id, unitPrice: 1e-9 }]
  const group = as.admin['price-groups'].$post({ json: { name: aWord(), prices } })
  const answers = await Promise.all([...codes, group])
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
})

test.each(['beginsAt', 'endsAt'])('%s is a date from 2000 to 2100', async (field) => {
  const { as } = await sharedShop()
  const put = (at: string) => as.admin['discount-codes'].$post({ json: { code: aWord(), percent: 10, [field]: at } })
  const refused = [
    '0000-01-01T00:00:00Z',
    '0000-12-31T23:59:59Z',
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '2000-01-01T00:00:00+00:01',
    '2100-12-31T23:59:59-00:01',
    '9999-12-31T23:59:59-14:00',
  ]
  for (const at of refused) expect([at, ...(await problemOf(await put(at)))]).toMatchObject([at, 422, { field }])
  for (const at of ['2000-01-01T00:00:00Z', '2100-12-31T23:59:59Z']) {
    const stored = (await (await put(at)).json()) as unknown
    expect(stored).toMatchObject({ [field]: at.replace('Z', '.000Z') })
  }
})

test('the database itself refuses one use too many', async () => {
  const here = await sharedShop()
  const code = await aCode(here, { mostUses: 1 })
  const order = await ordered(here.as.buyer, here, code.code)
  expect((await cancel(here.as.buyer, order)).status).toBe(200)
  await ordered(here.as.other, here, code.code)
  const revived = here.shop.db.execute(
    `update orders set status = 'paid', transaction_id = '${crypto.randomUUID()}', paid_at = now() where id = '${order._id}'`,
  )
  await expect(revived).rejects.toMatchObject({ cause: { constraint: 'discount_codes_not_overused' } })
})

test('an order that expires returns its use; a late payment takes it again, and goes back where none is left', async () => {
  const here = await openTestShop({ stock: 1000 })
  const { as, shop, clock } = here
  const [free, scarce, own] = [
    await aCode(here, { mostUses: 2 }),
    await aCode(here, { mostUses: 1 }),
    await aCode(here, { mostEach: 1 }),
  ]
  const uses = () => Promise.all([free, scarce, own].map((code) => usesOf(here, code)))
  const orders = [
    await ordered(as.buyer, here, free.code),
    await ordered(as.buyer, here, scarce.code),
    await ordered(as.buyer, here, own.code),
  ]
  const intents = await Promise.all(orders.map((order) => intentForAll(as.buyer, order)))
  clock.advance(25 * HOUR)
  for (const { _id } of orders) await expireOrder(shop, _id)
  expect(await uses()).toEqual([0, 0, 0])
  await ordered(as.other, here, scarce.code)
  await ordered(as.buyer, here, own.code)
  for (const id of intents) await charge(shop, id)
  clock.advance(MINUTE)
  await reconcile(shop)
  expect(await uses()).toEqual([1, 1, 1])
  const states = await Promise.all(
    orders.map(async ({ _id: id }) => (await as.buyer.checkouts[':id'].$get({ param: { id } })).json()),
  )
  expect(states.map(({ status }) => status)).toEqual(['paid', 'refund_due', 'refund_due'])
  await expectLaws(shop)
})

test('a code is changed while orders have it, but for its word and below its uses; they keep its terms', async () => {
  const here = await sharedShop()
  const { as } = here
  const code = await aCode(here, { mostUses: 5 })
  const order = await ordered(as.buyer, here, code.code)
  await ordered(as.buyer, here, code.code)
  const put = (json: Json) =>
    as.admin['discount-codes'][':id'].$put({ param: { id: code._id }, json: { ...json, version: 1 } })
  expect((await put({ code: 'ANOTHER', percent: 10 })).status).toBe(409)
  expect(await problemOf(await put({ code: code.code, percent: 10, mostUses: 1 }))).toMatchObject([
    409,
    { field: 'mostUses' },
  ])
  expect(await problemOf(await put({ code: code.code, percent: 10, mostEach: 1 }))).toMatchObject([
    409,
    { field: 'mostEach' },
  ])
  expect((await put({ code: code.code, sum: 5, mostUses: 2 })).status).toBe(200)
  expect(await (await as.buyer.checkouts[':id'].$get({ param: { id: order._id } })).json()).toMatchObject({
    discount: 7.2,
  })
  expect(await problemOf(await ordering(as.other, here, code.code, 67))).toMatchObject([
    409,
    { message: `The code ${code.code} is used up.` },
  ])
  expect((await as.admin['discount-codes'].$post({ json: { code: code.code, percent: 5 } })).status).toBe(409)
})
