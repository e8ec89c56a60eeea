import { expect, test } from 'vitest'
import type { Order } from '../orders/contract.ts'
import { charge, confirmedAll, intentForAll, statusOf } from '../payments/open-test-payments.ts'
import { mailsOf } from '../testing/mails.ts'
import { aProduct, openTestShop } from '../testing/open-test-shop.ts'
import { aCheckout, anOrder, expectLaws } from '../testing/orders.ts'
import { sharedByFile } from '../testing/shared-by-file.ts'
import { aTaxedShop, linesOf, NORDIC, placed, placing, problemOf, quoted, VAT } from '../testing/taxed-shop.ts'

const shop = sharedByFile(aTaxedShop)

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
    awaitsCountry: false,
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
    awaitsCountry: true,
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

test.each(['', 'Norge'])(
  'until its country is known, here %j, an order says on its page and in its mail that its sum is not whole',
  async (country) => {
    const here = await shop()
    const { as, product } = here
    const quote = await quoted(as.nobody, { lines: linesOf(here), country })
    expect(quote).toMatchObject({ price: 72, awaitsCountry: true })
    const order = (await (await as.buyer.order.$post({ json: anOrder(product, { country }) })).json()) as Order
    const page = async () => (await as.buyer.orders[':id'].page.$get({ param: { id: order._id } })).json()
    expect(await page()).toMatchObject({ price: 72, sums: { awaitsCountry: true } })
    const mail = (await mailsOf(here.shop)).find((one) => 'order' in one && one.order.lines[0]?.id === order._id)
    expect(mail).toMatchObject({ template: 'order-placed', order: { priceCents: 7200, awaitsCountry: true } })
    const json = { country: 'Norway', address: 'Storgata 1, Oslo' }
    expect((await as.buyer.orders[':id'].delivery.$patch({ param: { id: order._id }, json })).status).toBe(200)
    expect(await page()).toMatchObject({ price: 106.38, sums: { awaitsCountry: false } })
  },
)

test('the tax number that comes with an address later is the one the order is taxed by', async () => {
  const { as, product } = await shop()
  const order = (await (await as.buyer.order.$post({ json: anOrder(product, { country: '' }) })).json()) as Order
  const told = (more: { company?: string; taxNumber?: string }) =>
    as.buyer.orders[':id'].delivery.$patch({
      param: { id: order._id },
      json: { country: 'Norway', address: 'Storgata 1', ...more },
    })
  const checkout = async () => (await as.buyer.checkouts[':id'].$get({ param: { id: order._id } })).json()
  expect(await problemOf(await told({ taxNumber: 'DE123' }))).toMatchObject([422, { field: 'taxNumber' }])
  const numbered = { company: 'Kjøl AS', taxNumber: 'NO 923 609 016 MVA' }
  expect((await told(numbered)).status).toBe(200)
  expect(await checkout()).toMatchObject({ ...numbered, tax: 0, price: 85.1 })
  expect(await (await as.buyer.orders[':id'].page.$get({ param: { id: order._id } })).json()).toMatchObject(numbered)
  expect((await told({})).status).toBe(200)
  expect(await checkout()).toMatchObject({ ...numbered, tax: 0 })
  expect((await told({ company: '', taxNumber: '' })).status).toBe(200)
  expect(await checkout()).toMatchObject({ company: '', tax: 21.28, price: 106.38 })
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
  const [{ _id: id, version } = { _id: '', version: 0 }] = await (await as.admin['shipping-zones'].$get()).json()
  const put = (flat: number, version: number) =>
    as.admin['shipping-zones'][':id'].$put({ param: { id }, json: { ...NORDIC, flat, version } })
  expect((await put(99, version)).status).toBe(200)
  const cancelled = await as.buyer.orders[':id'].$delete({ param: { id: order.orders[1]?._id ?? '' } })
  expect(cancelled.status).toBe(200)
  const rest = await (await as.buyer.checkouts[':id'].$get({ param: { id: order._id } })).json()
  // Twelve pieces weigh 7.68 kg: 9.50 + 8 × 1.20.
  expect(rest).toMatchObject({ lines: 216, shipping: 19.1, tax: 58.78, price: 293.88 })
  expect((await put(9.5, version + 1)).status).toBe(200)
  await expectLaws(here.shop)
})

test('an order that was reckoned by rules of before is reckoned again, and its buyer is told the new price', async () => {
  const here = await shop()
  const { as, product } = here
  const first = await placed(as.buyer, aCheckout([{ product }], { price: 106.38 }))
  expect(first.tax).toBe(21.28)
  const [rate] = (await (await as.admin['tax-rates'].$get()).json()).filter(({ buyers }) => buyers === 'everybody')
  const put = (percent: number, version = rate?.version ?? 0) =>
    as.admin['tax-rates'][':id'].$put({ param: { id: rate?._id ?? '' }, json: { ...VAT, percent, version } })
  expect((await put(10)).status).toBe(200)
  const late = await placing(as.buyer, aCheckout([{ product }], { price: 106.38 }))
  expect(late.status).toBe(409)
  const now = await placed(as.buyer, aCheckout([{ product }], { price: 93.61 }))
  expect(now.tax).toBe(8.51)
  expect((await put(25, (rate?.version ?? 0) + 1)).status).toBe(200)
  // A node with outdated rules takes the new price as well, and sends to the countries of now.
  const again = await placed(as.buyer, aCheckout([{ product }], { price: 106.38 }))
  expect(again.tax).toBe(21.28)
  const zone = { name: 'Iceland', countries: ['IS'], flat: 20 }
  const { _id: id } = (await (await as.admin['shipping-zones'].$post({ json: zone })).json()) as { _id: string }
  const iceland = await placed(as.buyer, aCheckout([{ product }], { price: 92, country: 'Iceland' }))
  expect(iceland.shipping).toBe(20)
  expect((await as.admin['shipping-zones'][':id'].$delete({ query: {}, param: { id } })).status).toBe(200)
})

test('the sum that a code counts from is told as one without tax where the shop adds tax', async () => {
  const here = await shop()
  const code = `C-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
  const made = await here.as.admin['discount-codes'].$post({ json: { code, percent: 10, from: 100 } })
  expect(made.status).toBe(201)
  const message = `The code ${code} counts from $100.00, excl. tax. Add $28.00 more.`
  const problem = { field: 'code', message }
  expect(await quoted(here.as.nobody, { lines: linesOf(here), country: 'NO', code })).toMatchObject({
    problems: [problem],
  })
  const json = { ...aCheckout([{ product: here.product }]), price: 106.38, code }
  expect(await problemOf(await placing(here.as.buyer, json))).toMatchObject([409, problem])
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

test('an address that makes an order dearer than a charge may be is refused in its own words', async () => {
  const { as, shop: its } = await shop()
  const product = await aProduct(its, { unitPriceCents: 90_000_000, minOrder: 1 })
  const order = await placed(as.buyer, aCheckout([{ product, quantity: 1 }], { price: 900_000, country: 'Sweden' }))
  const json = { country: 'Norway', address: 'Storgata 1, Oslo' }
  const answer = await as.buyer.orders[':id'].delivery.$patch({ param: { id: order.orders[0]?._id ?? '' }, json })
  const message = 'The order would then cost more than $999,999.99.'
  expect(await problemOf(answer)).toMatchObject([409, { message }])
})

test('an order that waits for its country can be paid once it is told, also when no sum depends on it any more', async () => {
  const { as, product } = await openTestShop()
  const { _id: id } = (await (await as.admin['shipping-zones'].$post({ json: NORDIC })).json()) as { _id: string }
  const answer = await as.buyer.order.$post({ json: anOrder(product, { country: '' }) })
  const order = (await answer.json()) as Order
  const pay = async () =>
    (await as.buyer['create-payment-intent'].$post({ json: { price: 72, orderId: order._id } })).status
  expect(await pay()).toBe(409)
  expect((await as.admin['shipping-zones'][':id'].$delete({ query: {}, param: { id } })).status).toBe(200)
  const json = { country: 'Norway', address: 'Storgata 1, Oslo', phone: '22 00 01 40' }
  expect((await as.buyer.orders[':id'].delivery.$patch({ param: { id: order._id }, json })).status).toBe(200)
  expect(await pay()).toBe(200)
})
