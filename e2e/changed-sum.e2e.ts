import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { CARDS, fillCard, payButton } from './card.ts'
import { fillTill } from './filled-forms.ts'
import { comesBack, goesOutOfSight, toBeDiscarded } from './other-tabs.ts'
import { getsFocus, isSeen, reload, SIZES, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct, asAdmin, type Product, verify, WHERE } from './standing.ts'

test('a payment whose sum was changed elsewhere is not charged, and says the new sum', async () => {
  const [parts, buyer] = await Promise.all([
    Promise.all([aProduct(), aProduct()]),
    aBuyer({ provokes: /status of 400 .*\/stripe-sandbox\// }),
  ])
  const { page, calls } = buyer
  const lines = parts.map(({ _id: productId }) => ({ productId, quantity: 4, reference: '' }))
  const order = await ask(calls.checkouts.$post({ json: { ...WHERE, lines, price: 96 } }))
  await visit(page, `/dashboard/payment/${order.number}`)
  await fillCard(page, CARDS.good)
  await ask(calls.orders[':id'].$delete({ param: { id: order.orders[0]?._id ?? '' } }))
  await payButton(page).click()
  await page.getByRole('alert').getByText('The sum is $48.00 now. Look at it, and pay again.').waitFor()
  expect(await page.getByText('You cannot confirm').count()).toBe(0)
  await payButton(page).click()
  await page.getByRole('heading', { name: 'Congrats! Your payment is completed.' }).waitFor()
})

/** A discount code of this test alone. */
async function aCode(percent: number, more: { mostEach?: number } = {}) {
  const code = `LEFT-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
  await ask((await asAdmin())['discount-codes'].$post({ json: { code, percent, ...more } }))
  return code
}

test('a discount code that is typed and not applied comes along from the cart, and is counted before an order', async () => {
  const [part, { page, calls }] = await Promise.all([aProduct(), aBuyer()])
  await ask(calls.cart.$put({ json: { version: 0, lines: [{ productId: part._id, quantity: 4 }] } }))
  const [ten, quarter, half] = [await aCode(10), await aCode(25), await aCode(50)]
  await visit(page, '/cart')
  const field = page.getByLabel('Discount code')
  const sum = page.getByRole('complementary', { name: 'Sum' })
  await field.fill(ten.toLowerCase())
  await page.getByRole('link', { name: 'Checkout' }).click()
  await sum.getByText('−$4.80').waitFor()
  const place = page.getByRole('button', { name: 'Place and pay' })
  await field.fill(quarter)
  await reload(page)
  await sum.getByText('−$12.00').waitFor()
  await fillTill(page)
  await field.fill(half)
  await place.click()
  await toast(page, 'Your discount code is looked at. Place the order once the sum is right.')
  await sum.getByText('−$24.00').waitFor()
  expect(await ask(calls.checkouts.$get({ query: {} }))).toEqual([])
  await place.click()
  await page.getByText('Test mode.').waitFor()
  expect(await ask(calls.checkouts.$get({ query: {} }))).toMatchObject([{ price: 24, code: half }])
})

test('an order whose discount code was taken out of its field just before waits for the sum without it', async () => {
  const [part, { page, calls }, half] = await Promise.all([aProduct(), aBuyer(), aCode(50)])
  await ask(calls.cart.$put({ json: { version: 0, lines: [{ productId: part._id, quantity: 4 }] } }))
  await visit(page, '/checkout')
  const field = page.getByLabel('Discount code')
  const sum = page.getByRole('complementary', { name: 'Sum' })
  await fillTill(page)
  await field.fill(half)
  await field.press('Enter')
  await sum.getByText('−$24.00').waitFor()
  await field.fill('')
  const place = page.getByRole('button', { name: 'Place and pay' })
  await place.click()
  await toast(page, 'Your discount code is taken out. Place the order once the sum is right.')
  await sum.getByText('−$24.00').waitFor({ state: 'detached' })
  await place.click()
  await page.getByText('Test mode.').waitFor()
  expect(await ask(calls.checkouts.$get({ query: {} }))).toMatchObject([{ price: 48, code: null }])
})

test('a discount code that is typed and not applied outlives Back, the way back to the cart and a discarded tab', async () => {
  const [part, { page, calls }] = await Promise.all([aProduct(), aBuyer()])
  await ask(calls.cart.$put({ json: { version: 0, lines: [{ productId: part._id, quantity: 4 }] } }))
  const [ten, quarter, half] = [await aCode(10), await aCode(25), await aCode(50)]
  await toBeDiscarded(page)
  await visit(page, '/cart')
  const field = page.getByLabel('Discount code')
  const sum = page.getByRole('complementary', { name: 'Sum' })
  await field.fill(ten)
  await goesOutOfSight(page)
  await comesBack(page)
  await untilWhole(page)
  expect(await sum.getByText('−$4.80').count()).toBe(0)
  await reload(page)
  await sum.getByText('−$4.80').waitFor()
  await page.getByRole('link', { name: 'Checkout' }).click()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  await field.fill(quarter)
  await page.getByRole('link', { name: 'Back to the cart' }).click()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  await sum.getByText('−$12.00').waitFor()
  await field.fill(half)
  await page.goBack()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  await sum.getByText('−$24.00').waitFor()
  expect(await field.inputValue()).toBe(half)
})

async function raisePrice({ _id: id, name, description, minOrder, attributes, img: image }: Product) {
  const json = { name, description, minOrder, attributes, image, number: '', category: '', unitPrice: 60, version: 1 }
  await ask((await asAdmin()).product[':id'].$put({ param: { id }, json }))
}

test.each(SIZES)('on $at a refused order says what for beside its button, in the window', async ({ size }) => {
  const [code, buyer, first, ...others] = await Promise.all([
    aCode(50, { mostEach: 1 }),
    aBuyer(size),
    aProduct(),
    ...Array.from({ length: 4 }, () => aProduct()),
  ])
  const { page, calls } = buyer
  const lines = [first, ...others].map(({ _id: productId }) => ({ productId, quantity: 4, reference: '' }))
  await verify(buyer)
  await ask(calls.cart.$put({ json: { version: 0, lines } }))
  await visit(page, '/checkout')
  await fillTill(page)
  await page.getByLabel('Discount code').fill(code)
  await page.getByLabel('Discount code').press('Enter')
  await page.getByText('−$120.00').waitFor()
  const useCode = () => ask(calls.checkouts.$post({ json: { ...WHERE, lines: lines.slice(0, 1), price: 24, code } }))
  const place = page.getByRole('button', { name: 'Place and pay' })
  for (const [meanwhile, press, words] of [
    [useCode, () => place.click(), 'You have used this code already.'],
    [raisePrice, () => page.getByLabel('Your reference').press('Enter'), 'The price is'],
  ] as const) {
    await page.locator('aside[aria-busy="false"]').waitFor()
    await meanwhile(first)
    await press()
    const refused = page.getByRole('alert').filter({ hasText: words })
    await getsFocus(refused)
    expect(await isSeen(refused)).toBe(true)
  }
  await page.getByRole('button', { name: 'Remove' }).click()
  await place.click()
  await page.getByText('Test mode.').waitFor()
})

test('a code that was refused to an e-mail that is verified since is taken when it is applied again', async () => {
  const [code, buyer, product] = await Promise.all([aCode(50, { mostEach: 1 }), aBuyer(), aProduct()])
  const { page, calls } = buyer
  const lines = [{ productId: product._id, quantity: 4, reference: '' }]
  await ask(calls.cart.$put({ json: { version: 0, lines } }))
  await visit(page, '/cart')
  await page.getByLabel('Discount code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText(`Verify your e-mail to use the code ${code}.`).waitFor()
  await verify(buyer)
  await page.getByLabel('Discount code').press('Enter')
  await page.getByText('−$24.00').waitFor()
})
