import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type ApiClient, nextCursor } from '../client.ts'
import type { Checkout, PlaceCheckout } from '../orders/checkout-contract.ts'
import type { Order } from '../orders/contract.ts'
import { charge, confirmedAll, intentForAll, statusOf } from '../payments/open-test-payments.ts'
import { products } from '../products/table.server.ts'
import { mailsOf } from '../testing/mails.ts'
import { aNewcomer } from '../testing/newcomer.ts'
import { openTestShop, type TestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, expectLaws } from '../testing/orders.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'

const NORDIC = { name: 'Nordic', countries: ['Norway', 'SE'], flat: 9.5, perKg: 1.2, freeFrom: 250 }
const VAT = { name: 'VAT', country: 'NO', buyers: 'everybody', percent: 25 } as const
const REVERSE = { name: 'Reverse charge', country: 'NO', buyers: 'numbered', percent: 0 } as const

/** A shop that sends to Norway and Sweden, with one part of 640 g at $72.00 for four. */
const shop = sharedByFile(async (onEnd) => {
  const opened = await openTestShop({ onEnd, stock: 10_000, env: { MAX_UNPAID_ORDERS: '100' } })
  const { as, product } = opened
  await opened.shop.db.update(products).set({ weightGrams: 640 }).where(eq(products.id, product.id))
  expect((await as.admin['shipping-zones'].$post({ json: NORDIC })).status).toBe(201)
  for (const json of [VAT, REVERSE]) expect((await as.admin['tax-rates'].$post({ json })).status).toBe(201)
  return opened
})

const placing = (as: ApiClient, json: PlaceCheckout) => as.checkouts.$post({ json })

async function placed(as: ApiClient, json: PlaceCheckout): Promise<Checkout> {
  const answer = await placing(as, json)
  expect(answer.status, await answer.clone().text()).toBe(201)
  return (await answer.json()) as Checkout
}

const quoted = async (as: ApiClient, json: Parameters<ApiClient['quote']['$post']>[0]['json']) =>
  (await as.quote.$post({ json })).json()

const problemOf = async (answer: { status: number; json(): Promise<unknown> }) => [answer.status, await answer.json()]

const linesOf = ({ product }: TestShop, quantity = 4) => [{ productId: product.id, quantity }]

// 72.00, four pieces of 640 g: 9.50 + 3 × 1.20; a quarter of 85.10 is 21.275.
const SUMS = { lines: 72, discount: 0, shipping: 13.1, tax: 21.28, price: 106.38 }

test('a quote, the order, its payment and its mail have the same sums, and another price is refused with the current one', async () => {
  const here = await shop()
  const { as, product, buyer } = here
  expect(await quoted(as.nobody, { lines: linesOf(here), country: 'NO' })).toMatchObject({
    ...SUMS,
    taxName: 'VAT 25 %',
    freeFrom: 250,
    needsCountry: true,
    problems: [],
  })
  const json = aCheckout([{ product }], { price: 72 })
  expect(await problemOf(await placing(as.buyer, json))).toMatchObject([409, { field: 'price', price: 106.38 }])
  const order = await placed(as.buyer, { ...json, price: 106.38 })
  expect(order).toMatchObject({ ...SUMS, taxName: 'VAT 25 %', awaitsCountry: false })
  const paying = await intentForAll(as.buyer, order)
  expect((await here.shop.stripe.paymentIntents.retrieve(paying)).amount).toBe(10_638)
  await charge(here.shop, paying)
  expect(await problemOf(await confirmedAll(as.buyer, order, paying))).toMatchObject([200, { ...SUMS, status: 'paid' }])
  const mails = (await mailsOf(here.shop)).filter((mail) => 'order' in mail && mail.order.buyerEmail === buyer.email)
  expect(mails).toMatchObject([
    { template: 'order-placed', order: { priceCents: 10_638, shippingCents: 1310, taxCents: 2128 } },
    { template: 'paid', order: { priceCents: 10_638 } },
  ])
  await expectLaws(here.shop)
})

test('a company with a tax number of its country pays no tax, and one that is no such number is refused', async () => {
  const here = await shop()
  const json = { lines: linesOf(here), country: 'Norway', company: 'Kjøl AS', taxNumber: 'NO 923 609 016 MVA' }
  expect(await quoted(here.as.nobody, json)).toMatchObject({ tax: 0, price: 85.1, taxName: 'Reverse charge 0 %' })
  expect(await quoted(here.as.nobody, { ...json, taxNumber: '' })).toMatchObject({ tax: 21.28 })
  const wrong = { ...json, taxNumber: 'DE123' }
  expect(await quoted(here.as.nobody, wrong)).toMatchObject({ tax: 21.28, problems: [{ field: 'taxNumber' }] })
  const order = { ...aCheckout([{ product: here.product }]), price: 106.38 }
  const refused = await placing(here.as.buyer, { ...order, company: 'Kjøl AS', taxNumber: 'DE123' })
  expect(await problemOf(refused)).toMatchObject([422, { field: 'taxNumber' }])
})

test('a checkout says to which country it goes, and nothing is sent where no zone is', async () => {
  const here = await shop()
  const json = aCheckout([{ product: here.product }], { price: 72 })
  for (const country of ['', 'Atlantis', 'Germany']) {
    expect(await problemOf(await placing(here.as.buyer, { ...json, country }))).toMatchObject([
      422,
      { field: 'country' },
    ])
  }
  const quote = await quoted(here.as.nobody, { lines: linesOf(here), country: 'Germany' })
  expect(quote).toMatchObject({
    price: 72,
    problems: [{ field: 'country', message: 'We do not send parts to Germany' }],
  })
})

test('an order without a country is reckoned when it is told, and another country ends its payment intent', async () => {
  const here = await shop()
  const { as, product } = here
  const answer = await as.buyer.order.$post({ json: anOrder(product, { country: '' }) })
  expect(answer.status).toBe(201)
  const order = (await answer.json()) as Order
  const checkout = async () => (await as.buyer.checkouts[':id'].$get({ param: { id: order._id } })).json()
  expect(await checkout()).toMatchObject({ price: 72, tax: 0, awaitsCountry: true })
  const early = await as.buyer['create-payment-intent'].$post({ json: { price: 72, orderId: order._id } })
  expect(await problemOf(early)).toMatchObject([409, { field: 'country' }])
  const told = (country: string) =>
    as.buyer.orders[':id'].delivery.$patch({ param: { id: order._id }, json: { country, address: 'Storgata 1' } })
  expect((await told('Atlantis')).status).toBe(422)
  expect(await problemOf(await told('no'))).toMatchObject([200, { country: 'Norway' }])
  expect(await checkout()).toMatchObject({ ...SUMS, awaitsCountry: false })
  const paying = await intentForAll(as.buyer, { _id: order.checkoutId, price: 106.38 })
  expect((await told('Norway')).status).toBe(200)
  expect(await statusOf(here.shop, paying)).toBe('open')
  expect((await told('Sweden')).status).toBe(200)
  expect(await statusOf(here.shop, paying)).toBe('cancelled')
  expect(await checkout()).toMatchObject({ price: 85.1, tax: 0 })
  await expectLaws(here.shop)
})

test('a line that is cancelled has the sums reckoned anew, by the rules that its order was placed under', async () => {
  const here = await shop()
  const { as, product } = here
  const lines = [
    { product, quantity: 12 },
    { product, quantity: 4, reference: 'b' },
  ]
  const order = await placed(as.buyer, aCheckout(lines, { price: 360 }))
  expect(order).toMatchObject({ lines: 288, shipping: 0, tax: 72, price: 360 })
  const [zone] = await (await as.admin['shipping-zones'].$get()).json()
  const put = (flat: number) =>
    as.admin['shipping-zones'][':id'].$put({ param: { id: zone?._id ?? '' }, json: { ...NORDIC, flat } })
  expect((await put(99)).status).toBe(200)
  const cancelled = await as.buyer.orders[':id'].$delete({ param: { id: order.orders[1]?._id ?? '' } })
  expect(cancelled.status).toBe(200)
  const rest = await (await as.buyer.checkouts[':id'].$get({ param: { id: order._id } })).json()
  // Twelve pieces weigh 7.68 kg: 9.50 + 8 × 1.20.
  expect(rest).toMatchObject({ lines: 216, shipping: 19.1, tax: 58.78, price: 293.88 })
  expect((await put(9.5)).status).toBe(200)
  await expectLaws(here.shop)
})

test('an order that was reckoned by rules of before is reckoned again, and its buyer is told the new price', async () => {
  const here = await shop()
  const { as, product } = here
  const first = await placed(as.buyer, aCheckout([{ product }], { price: 106.38 }))
  expect(first.tax).toBe(21.28)
  const [rate] = (await (await as.admin['tax-rates'].$get()).json()).filter(({ buyers }) => buyers === 'everybody')
  const put = (percent: number) =>
    as.admin['tax-rates'][':id'].$put({ param: { id: rate?._id ?? '' }, json: { ...VAT, percent } })
  expect((await put(10)).status).toBe(200)
  const late = await placing(as.buyer, aCheckout([{ product }], { price: 106.38 }))
  expect(late.status).toBe(409)
  const now = await placed(as.buyer, aCheckout([{ product }], { price: 93.61 }))
  expect(now.tax).toBe(8.51)
  expect((await put(25)).status).toBe(200)
  // A node with outdated rules takes the new price as well, and sends to the countries of now.
  const again = await placed(as.buyer, aCheckout([{ product }], { price: 106.38 }))
  expect(again.tax).toBe(21.28)
  const zone = { name: 'Iceland', countries: ['IS'], flat: 20 }
  const { _id: id } = (await (await as.admin['shipping-zones'].$post({ json: zone })).json()) as { _id: string }
  const iceland = await placed(as.buyer, aCheckout([{ product }], { price: 92, country: 'Iceland' }))
  expect(iceland.shipping).toBe(20)
  expect((await as.admin['shipping-zones'][':id'].$delete({ param: { id } })).status).toBe(200)
})

test('a country is in one zone, and a rate for the same buyers of a country stands once', async () => {
  const { as } = await shop()
  const zone = await as.admin['shipping-zones'].$post({
    json: { ...NORDIC, name: 'Again', countries: ['FI', 'Sweden'] },
  })
  expect(await problemOf(zone)).toMatchObject([409, { field: 'countries', message: 'Sweden is in another zone.' }])
  expect((await as.admin['tax-rates'].$post({ json: VAT })).status).toBe(409)
  expect((await (await as.admin['shipping-zones'].$get()).json()).map(({ name }) => name)).toEqual(['Nordic'])
})

test('a group pays its own price or its share, the lower of it and the break, when signed in; lists keep theirs', async () => {
  const here = await shop()
  const { as, product, other } = here
  await here.shop.db
    .update(products)
    .set({ priceBreaks: [{ from: 40, unitPriceCents: 6000 }] })
    .where(eq(products.id, product.id))
  const group = await as.admin['price-groups'].$post({ json: { name: 'Trade', percent: 10 } })
  const { _id: groupId } = (await group.json()) as { _id: string }
  const json = { email: other.email, groupId }
  expect((await as.admin['price-groups'].people.$put({ json })).status).toBe(200)
  const prices = (as: ApiClient) =>
    Promise.all(
      [4, 40].map(async (quantity) => {
        const answer = await as.product[':id'].price.$get({
          param: { id: product.id },
          query: { quantity: `${quantity}` },
        })
        return ((await answer.json()) as { price: number }).price
      }),
    )
  expect([await prices(as.nobody), await prices(as.buyer)]).toEqual([
    [72, 600],
    [72, 600],
  ])
  expect(await prices(as.other)).toEqual([64.8, 600])
  const offered = async (as: ApiClient, quantity = '4', country = '') =>
    (await as.product[':id'].price.$get({ param: { id: product.id }, query: { quantity, country } })).json()
  const breaks = [{ from: 40, unitPrice: 60 }]
  const own = { unitPrice: 64.8, priceBreaks: breaks, group: 'Trade', tax: null }
  expect(await offered(as.other)).toMatchObject(own)
  expect(await offered(as.buyer)).toMatchObject({ unitPrice: 72, priceBreaks: breaks, group: null })
  const vat = { name: 'VAT 25 %', percent: 25, isShown: false }
  expect(await offered(as.other, '4', 'Norway')).toMatchObject({ ...own, price: 64.8, tax: vat })
  expect(await offered(as.nobody, '4', 'Atlantis')).toMatchObject({ price: 72, tax: null })
  await as.admin['sum-settings'].$put({ json: { showsTax: true } })
  expect(await offered(as.nobody, '4', 'NO')).toMatchObject({ price: 72, tax: { ...vat, isShown: true } })
  await as.admin['sum-settings'].$put({ json: { showsTax: false } })
  const part = product.number.toLowerCase()
  const cheaper = { name: 'Trade', percent: 10, prices: [{ part, unitPrice: 50 }] }
  expect((await as.admin['price-groups'][':id'].$put({ param: { id: groupId }, json: cheaper })).status).toBe(200)
  expect(await prices(as.other)).toEqual([50, 500])
  // A group's price below every price break leaves none.
  expect(await offered(as.other, '40')).toMatchObject({ unitPrice: 50, priceBreaks: [], price: 500 })
  const lines = linesOf(here)
  await as.other.cart.$put({ json: { version: 0, lines } })
  expect(await (await as.other.cart.$get()).json()).toMatchObject({
    price: 50,
    lines: [{ product: { unitPrice: 50, priceBreaks: [] } }],
  })
  const list = { lines: [{ number: product.number, quantity: 4 }] }
  expect(await (await as.other['quick-order'].$post({ json: list })).json()).toMatchObject([
    { product: { unitPrice: 50 } },
  ])
  expect(await quoted(as.other, { lines })).toMatchObject({ lines: 50 })
  expect(await quoted(as.nobody, { lines })).toMatchObject({ lines: 72 })
  const order = await placed(as.other, aCheckout([{ product }], { country: 'Sweden', price: 63.1 }))
  expect(order).toMatchObject({ lines: 50, orders: [{ unitPrice: 50, price: 50 }] })
  expect((await as.other.order.$post({ json: anOrder(product, { country: '', price: 50 }) })).status).toBe(201)
  await as.admin['price-groups'].people.$put({ json: { ...json, groupId: null } })
  expect(await prices(as.other)).toEqual([72, 600])
  await expectLaws(here.shop)
})

test('an address that nobody proved is put into no group, and is let out of one', async () => {
  const here = await shop()
  const { as } = here
  const { email, verify } = await aNewcomer(here)
  const group = await as.admin['price-groups'].$post({ json: { name: 'Proved' } })
  const { _id: groupId } = (await group.json()) as { _id: string }
  const put = (groupId: string | null) => as.admin['price-groups'].people.$put({ json: { email, groupId } })
  expect(await problemOf(await put(groupId))).toMatchObject([409, { field: 'email' }])
  expect((await put(null)).status).toBe(200)
  await verify()
  expect((await put(groupId)).status).toBe(200)
})

test('no share gives a part away, and admins who name a group or choose one at once are each told how it went', async () => {
  const { as, other, product } = await openTestShop({ unitPriceCents: 50, minOrder: 1 })
  const named = () => as.admin['price-groups'].$post({ json: { name: 'Staff', percent: 99 } })
  const groups = await Promise.all([named(), named(), named()])
  expect(groups.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const [{ _id: groupId } = { _id: '' }] = await (await as.admin['price-groups'].$get({ query: {} })).json()
  const chosen = () => as.admin['price-groups'].people.$put({ json: { email: other.email, groupId } })
  const puts = await Promise.all([chosen(), chosen(), chosen()])
  expect(puts.map(({ status }) => status)).toEqual([200, 200, 200])
  await as.admin['price-groups'].$post({ json: { name: 'Trade' } })
  const first = await as.admin['price-groups'].$get({ query: { limit: '1' } })
  expect(await first.json()).toMatchObject([{ name: 'Trade', people: [], peopleCount: 0 }])
  const second = await as.admin['price-groups'].$get({ query: { limit: '1', cursor: nextCursor(first.headers) ?? '' } })
  expect(await second.json()).toMatchObject([{ name: 'Staff', people: [{ email: other.email }], peopleCount: 1 }])
  expect(nextCursor(second.headers)).toBeUndefined()
  expect(await quoted(as.other, { lines: [{ productId: product.id, quantity: 100 }] })).toMatchObject({ price: 1 })
})

test('an order that waits for its country can be paid once it is told, also when no sum depends on it any more', async () => {
  const { as, product } = await openTestShop()
  const { _id: id } = (await (await as.admin['shipping-zones'].$post({ json: NORDIC })).json()) as { _id: string }
  const answer = await as.buyer.order.$post({ json: anOrder(product, { country: '' }) })
  const order = (await answer.json()) as Order
  const pay = async () =>
    (await as.buyer['create-payment-intent'].$post({ json: { price: 72, orderId: order._id } })).status
  expect(await pay()).toBe(409)
  expect((await as.admin['shipping-zones'][':id'].$delete({ param: { id } })).status).toBe(200)
  const json = { country: 'Norway', address: 'Storgata 1, Oslo', phone: '22 00 01 40' }
  expect((await as.buyer.orders[':id'].delivery.$patch({ param: { id: order._id }, json })).status).toBe(200)
  expect(await pay()).toBe(200)
})
