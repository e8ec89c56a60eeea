import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { users } from '../accounts/table.server.ts'
import type { ApiClient } from '../client.ts'
import { MINUTE } from '../config/clock.ts'
import { charge, confirmedAll, intentForAll, statusOf } from '../payments/open-test-payments.ts'
import { products } from '../products/table.server.ts'
import { mailsOf } from '../testing/mails.ts'
import { aProduct, openTestShop, sharedTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, byStatus, expectLaws, stockOf } from '../testing/orders.ts'
import type { Checkout, PlaceCheckout } from './checkout-contract.ts'

const sharedShop = sharedTestShop()

/** A shop with two products: ten units at $18.00 for four, and 100 units at $3.33 for two. */
async function open(opening = sharedShop({ stock: 100, minOrder: 2, unitPriceCents: 333 })) {
  const opened = await opening
  const valves = await aProduct(opened.shop, { stock: 10, minOrder: 4, unitPriceCents: 1800 })
  return { ...opened, fans: opened.product, valves }
}

const place = (as: ApiClient, json: PlaceCheckout, key?: string) =>
  as.checkouts.$post({ json }, key ? { headers: { 'Idempotency-Key': key } } : undefined)

async function placed(as: ApiClient, json: PlaceCheckout): Promise<Checkout> {
  const answer = await place(as, json)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as Checkout
}

const problemOf = async (answer: { status: number; json(): Promise<unknown> }) => [answer.status, await answer.json()]

const show = (as: ApiClient, id: string) => as.checkouts[':id'].$get({ param: { id } })
const cancel = (as: ApiClient, id: string) => as.checkouts[':id'].$delete({ param: { id } })
const cancelLine = (as: ApiClient, id: string) => as.orders[':id'].$delete({ param: { id } })

test('a list of parts is one order with one number, one sum and one hold, and the specification’s calls show its lines', async () => {
  const { as, fans, valves, buyer, shop } = await open()
  const lines = [{ product: fans, quantity: 9, reference: 'Van 3' }, { product: valves }]
  const checkout = await placed(as.buyer, aCheckout(lines, { note: 'Ring twice', reference: 'PO-77' }))
  expect(checkout).toMatchObject({
    price: 14.99 + 18,
    discount: 0,
    shipping: 0,
    tax: 0,
    note: 'Ring twice',
    reference: 'PO-77',
  })
  expect(checkout.orders).toMatchObject([
    { number: checkout.number, checkoutId: checkout._id, price: 14.99, quantity: 9, reference: 'Van 3' },
    { number: checkout.number, checkoutId: checkout._id, price: 18, quantity: 4, reference: '' },
  ])
  const listed = await (await as.buyer.orders.$get({ query: { email: buyer.email } })).json()
  expect(listed).toEqual(checkout.orders.toReversed())
  expect(await (await show(as.buyer, checkout._id)).json()).toEqual(checkout)
  expect([await stockOf(shop, fans), await stockOf(shop, valves)]).toEqual([91, 6])
  await expectLaws(shop)
})

test('one’s own orders are listed whole, newest first, page by page, without what is cancelled', async () => {
  const { as, fans, valves } = await open()
  const placedNow = []
  for (const lines of [[fans, valves], [fans], [valves], [fans]]) {
    placedNow.unshift(await placed(as.buyer, aCheckout(lines.map((product) => ({ product, quantity: 4 })))))
  }
  await placed(as.other, aCheckout([{ product: fans }]))
  const [newest, gone, single, oldest] = placedNow as [Checkout, Checkout, Checkout, Checkout]
  await cancel(as.buyer, gone._id)
  await cancelLine(as.buyer, oldest.orders[1]?._id ?? '')
  const first = await as.buyer.checkouts.$get({ query: { limit: '2' } })
  expect([await first.json(), first.headers.get('x-total-count')]).toEqual([[newest, single], '3'])
  const [left, ...more] = await (await as.buyer.checkouts.$get({ query: { limit: '2', page: '2' } })).json()
  expect([left?._id, left?.orders, more]).toEqual([oldest._id, oldest.orders.slice(0, 1), []])
  expect((await as.nobody.checkouts.$get({ query: {} })).status).toBe(401)
  expect((await as.buyer.checkouts.$get({ query: { limit: '51' } })).status).toBe(422)
})

test('a line that cannot be had is named with what is left, and nothing is held', async () => {
  const { as, shop, fans, valves } = await open()
  const boxed = await aProduct(shop, { stock: 50, minOrder: 4 })
  await shop.db.update(products).set({ multiple: 4 }).where(eq(products.id, boxed.id))
  const none = await aProduct(shop, { stock: 1, minOrder: 2 })
  const lines = [
    { product: fans },
    { product: valves, quantity: 12 },
    { product: boxed, quantity: 6 },
    { product: none },
    { product: valves, quantity: 3, reference: 'b' },
    { product: { ...fans, id: crypto.randomUUID() } },
  ]
  expect(await problemOf(await place(as.buyer, aCheckout(lines)))).toMatchObject([
    409,
    {
      field: 'lines',
      lines: [
        { line: 1, code: 'too-few', available: 10 },
        { line: 2, code: 'multiple', available: 50 },
        { line: 3, code: 'sold-out', available: 1 },
        { line: 4, code: 'minimum', available: 10 },
        { line: 5, code: 'gone', available: 0 },
      ],
    },
  ])
  expect([await stockOf(shop, fans), await stockOf(shop, valves)]).toEqual([100, 10])
})

test('two lines of one product share its stock, and under one reference they are one line', async () => {
  const { as, shop, fans, valves } = await open()
  const twice = [
    { product: valves, quantity: 6, reference: 'a' },
    { product: fans },
    { product: valves, quantity: 6, reference: 'b' },
  ]
  expect(await problemOf(await place(as.buyer, aCheckout(twice)))).toMatchObject([
    409,
    {
      lines: [
        { line: 0, code: 'too-few', available: 10 },
        { line: 2, code: 'too-few', available: 10 },
      ],
    },
  ])
  const one = await placed(as.buyer, aCheckout([{ product: valves }, { product: valves }]))
  expect(one.orders).toMatchObject([{ quantity: 8, price: 36 }])
  expect(await stockOf(shop, valves)).toBe(2)
})

test('a break counts the pieces of its line, and the line keeps the price it was sold at', async () => {
  const { as, shop, valves } = await open()
  const breaks = [{ from: 8, unitPriceCents: 1500 }]
  await shop.db.update(products).set({ priceBreaks: breaks }).where(eq(products.id, valves.id))
  const wrong = await place(as.buyer, aCheckout([{ product: valves, quantity: 8 }]))
  expect(await problemOf(wrong)).toMatchObject([409, { field: 'price', price: 30 }])
  const { orders } = await placed(as.buyer, aCheckout([{ product: valves, quantity: 8 }], { price: 30 }))
  expect(orders).toMatchObject([{ price: 30, unitPrice: 15 }])
  await expectLaws(shop)
})

test('one card payment pays all lines, and each is sent by itself', async () => {
  const { as, shop, fans, valves, buyer } = await open()
  const checkout = await placed(as.buyer, aCheckout([{ product: fans }, { product: valves }]))
  const [first, second] = checkout.orders
  const transactionId = await intentForAll(as.buyer, checkout)
  expect(await intentForAll(as.buyer, checkout)).toBe(transactionId)
  await charge(shop, transactionId)
  const confirm = (client: ApiClient) => confirmedAll(client, checkout, transactionId)
  expect((await confirm(as.other)).status).toBe(404)
  expect(await (await confirm(as.buyer)).json()).toMatchObject({
    status: 'paid',
    orders: [
      { paid: true, transactionId },
      { paid: true, transactionId },
    ],
  })
  expect((await confirm(as.buyer)).status).toBe(200)
  expect((await as.admin.paidorders[':id'].$patch({ param: { id: second?._id ?? '' } })).status).toBe(200)
  expect(await (await show(as.buyer, checkout._id)).json()).toMatchObject({
    status: 'paid',
    orders: [{ _id: first?._id, deleverd: false }, { deleverd: true }],
  })
  expect((await cancel(as.buyer, checkout._id)).status).toBe(409)
  const mails = (await mailsOf(shop)).filter((mail) => 'order' in mail && mail.order.buyerEmail === buyer.email)
  expect(mails.filter(({ template }) => template === 'paid')).toMatchObject([{ order: { lines: [{}, {}] } }])
  await expectLaws(shop)
})

test('a line of a larger order is not paid by itself; the refusal names the order', async () => {
  const { as, shop, fans, valves } = await open()
  const checkout = await placed(as.buyer, aCheckout([{ product: fans }, { product: valves }]))
  const [{ _id: id, price } = { _id: '', price: 0 }] = checkout.orders
  const asked = await as.buyer['create-payment-intent'].$post({ json: { price, orderId: id } })
  expect(await problemOf(asked)).toMatchObject([409, { message: expect.stringContaining(checkout.number) }])
  const transactionId = await intentForAll(as.buyer, checkout)
  await charge(shop, transactionId)
  const confirmed = await as.buyer.orders[':id'].$patch({ param: { id }, json: { transactionId } })
  expect(await problemOf(confirmed)).toMatchObject([409, { message: expect.stringContaining(checkout.number) }])
  const others = await as.other.orders[':id'].$patch({ param: { id }, json: { transactionId } })
  expect(others.status).toBe(404)
})

test('one line is cancelled before the order is paid: its intent ends, and the rest costs less', async () => {
  const { as, shop, fans, valves, buyer } = await open()
  const checkout = await placed(as.buyer, aCheckout([{ product: fans }, { product: valves }]))
  const [first, second] = checkout.orders
  const old = await intentForAll(as.buyer, checkout)
  expect((await cancelLine(as.other, first?._id ?? '')).status).toBe(404)
  expect(await problemOf(await cancelLine(as.buyer, first?._id ?? ''))).toMatchObject([200, { status: 'cancelled' }])
  expect(await statusOf(shop, old)).toBe('cancelled')
  const rest = (await (await show(as.buyer, checkout._id)).json()) as Checkout
  expect(rest).toMatchObject({ price: 18, status: 'unpaid', orders: [{ _id: second?._id }] })
  expect(await stockOf(shop, fans)).toBe(100)
  const mails = (await mailsOf(shop)).filter((mail) => 'order' in mail && mail.order.buyerEmail === buyer.email)
  expect(mails.at(-1)).toMatchObject({
    template: 'cancelled',
    order: { lines: [{ id: first?._id }], left: { lines: 1, priceCents: 1800 } },
  })
  const transactionId = await intentForAll(as.buyer, rest)
  await charge(shop, transactionId)
  const paid = await confirmedAll(as.buyer, rest, transactionId)
  expect(await problemOf(paid)).toMatchObject([200, { status: 'paid', orders: [{ _id: second?._id, paid: true }] }])
  await expectLaws(shop)
})

test('the last line to be cancelled cancels the order, and the whole is cancelled at once as well', async () => {
  const { as, shop, fans, valves } = await open()
  const lines = [{ product: fans }, { product: valves }]
  const one = await placed(as.buyer, aCheckout(lines))
  for (const { _id } of one.orders) expect((await cancelLine(as.buyer, _id)).status).toBe(200)
  expect(await (await show(as.buyer, one._id)).json()).toMatchObject({ status: 'cancelled' })
  const another = await placed(as.buyer, aCheckout(lines))
  expect((await cancel(as.other, another._id)).status).toBe(404)
  expect(await problemOf(await cancel(as.buyer, another._id))).toMatchObject([200, { status: 'cancelled' }])
  expect((await cancel(as.buyer, another._id)).status).toBe(404)
  expect([await stockOf(shop, fans), await stockOf(shop, valves)]).toEqual([100, 10])
  await expectLaws(shop)
})

test('the same key places one order, and another body under it is refused', async () => {
  const { as, fans, valves } = await open()
  const json = aCheckout([{ product: fans }, { product: valves }])
  const key = crypto.randomUUID()
  const answers = await Promise.all([place(as.buyer, json, key), place(as.buyer, json, key)])
  const [one, two] = (await Promise.all(answers.map((answer) => answer.json()))) as Checkout[]
  expect(one).toEqual(two)
  expect((await place(as.buyer, aCheckout([{ product: fans }]), key)).status).toBe(422)
})

test('buyers whose lists name the same parts in any order take what is there, all or none each', async () => {
  const { as, shop, valves, fans } = await open(openTestShop({ stock: 40, minOrder: 2, unitPriceCents: 333 }))
  const lists = Array.from({ length: 8 }, (_, at) => {
    const lines = [{ product: fans, quantity: 4 }, { product: valves }]
    return aCheckout(at % 2 ? lines : lines.toReversed())
  })
  const answers = await Promise.all(lists.map((json, at) => place(at % 2 ? as.buyer : as.other, json)))
  expect(byStatus(answers)).toEqual({ 201: 2, 409: 6 })
  expect([await stockOf(shop, fans), await stockOf(shop, valves)]).toEqual([32, 2])
  await expectLaws(shop)
})

test('before the e-mail is verified an order has ten lines at most, and counts as one', async () => {
  const { as, shop, fans, buyer } = await open()
  await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, buyer.id))
  const lines = (count: number) => Array.from({ length: count }, (_, at) => ({ product: fans, reference: `${at}` }))
  expect(await problemOf(await place(as.buyer, aCheckout(lines(11))))).toMatchObject([409, { field: 'lines' }])
  await placed(as.buyer, aCheckout(lines(10)))
  await placed(as.buyer, aCheckout(lines(2)))
  expect((await place(as.buyer, aCheckout(lines(1)))).status).toBe(409)
  await expectLaws(shop)
})

test('a line that was cancelled is no way to the order any more: it pays nothing and changes no address', async () => {
  const { as, shop, fans, valves } = await open()
  const checkout = await placed(as.buyer, aCheckout([{ product: fans }, { product: valves }]))
  const [{ _id: id } = { _id: '' }] = checkout.orders
  expect((await cancelLine(as.buyer, id)).status).toBe(200)
  expect((await cancelLine(as.buyer, id)).status).toBe(404)
  const asked = await as.buyer['create-payment-intent'].$post({ json: { price: 18, orderId: id } })
  expect(asked.status).toBe(404)
  const where = { country: 'Norway', address: 'Elsewhere 9' }
  const moved = await as.buyer.orders[':id'].delivery.$patch({ param: { id }, json: where })
  expect(moved.status).toBe(404)
  const rest = (await (await show(as.buyer, checkout._id)).json()) as Checkout
  expect(rest).toMatchObject({ status: 'unpaid', orders: [{ address: 'Storgata 1, Oslo' }] })
  await expectLaws(shop)
})

test('an intent that was being opened while a line was cancelled is never paid: the next one has the new sum', async () => {
  const { as, shop, fans, valves } = await open()
  const checkout = await placed(as.buyer, aCheckout([{ product: fans }, { product: valves }]))
  const { paymentIntents } = shop.stripe
  const create = paymentIntents.create.bind(paymentIntents)
  const spy = vi.spyOn(paymentIntents, 'create').mockImplementationOnce(async (...args: Parameters<typeof create>) => {
    const intent = await create(...args)
    expect((await cancelLine(as.buyer, checkout.orders[0]?._id ?? '')).status).toBe(200)
    return intent
  })
  const json = { price: checkout.price, checkoutId: checkout._id }
  const answer = await as.buyer['create-payment-intent'].$post({ json })
  spy.mockRestore()
  expect(await problemOf(answer)).toMatchObject([409, { field: 'price', price: 18 }])
  const rest = (await (await show(as.buyer, checkout._id)).json()) as Checkout
  const transactionId = await intentForAll(as.buyer, rest)
  expect(await shop.stripe.paymentIntents.retrieve(transactionId)).toMatchObject({ amount: 1800 })
  await expectLaws(shop)
})

test('before the e-mail is verified, cancelling a line and ordering it again gives it no new time', async () => {
  const { as, shop, fans, valves, buyer, clock } = await open(openTestShop({ minOrder: 2, unitPriceCents: 333 }))
  await shop.db.update(users).set({ emailVerified: false }).where(eq(users.id, buyer.id))
  const first = await placed(as.buyer, aCheckout([{ product: fans }, { product: valves }]))
  clock.advance(20 * MINUTE)
  expect((await cancelLine(as.buyer, first.orders[1]?._id ?? '')).status).toBe(200)
  const again = await placed(as.buyer, aCheckout([{ product: valves }]))
  expect(again.expiresAt).toBe(first.expiresAt)
})
