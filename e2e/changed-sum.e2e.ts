import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { CARDS, fillCard, payButton } from './card.ts'
import { storeCart } from './cart-calls.ts'
import { fillTill } from './filled-forms.ts'
import { comesBack, goesOutOfSight, toBeDiscarded } from './other-tabs.ts'
import { getsFocus, isSeen, PHONE, reload, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct, asAdmin, type Buyer, type Product, verify, WHERE } from './standing.ts'

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

test('a discount code that is typed and not applied outlives a discarded tab, comes along from the cart and back, and is counted before an order', async () => {
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
  await field.fill(quarter.toLowerCase())
  await page.getByRole('link', { name: 'Checkout' }).click()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  await sum.getByText('−$12.00').waitFor()
  await field.fill(ten)
  await page.getByRole('link', { name: 'Back to the cart' }).click()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  await sum.getByText('−$4.80').waitFor()
  await field.fill(quarter)
  await page.goBack()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  await sum.getByText('−$12.00').waitFor()
  expect(await field.inputValue()).toBe(quarter)
  await fillTill(page)
  await countsBeforeAnOrder({ page, calls }, half)
})

/** An order waits for the sum without a code that was taken out just before, and for the sum with one that was typed. */
async function countsBeforeAnOrder({ page, calls }: Pick<Buyer, 'page' | 'calls'>, code: string) {
  const field = page.getByLabel('Discount code')
  const sum = page.getByRole('complementary', { name: 'Sum' })
  const place = page.getByRole('button', { name: 'Place and pay' })
  await field.fill('')
  await place.click()
  await toast(page, 'Your discount code is taken out. Place the order once the sum is right.')
  await sum.getByText('−$12.00').waitFor({ state: 'detached' })
  await field.fill(code)
  await place.click()
  await toast(page, 'Your discount code is looked at. Place the order once the sum is right.')
  await sum.getByText('−$24.00').waitFor()
  expect(await ask(calls.checkouts.$get({ query: {} }))).toEqual([])
  await place.click()
  await page.getByText('Test mode.').waitFor()
  expect(await ask(calls.checkouts.$get({ query: {} }))).toMatchObject([{ price: 24, code }])
}

test('a code that was refused to an unverified e-mail is taken once it is verified; a refused order says what for beside its button, in the window, on a desk and on a phone', async () => {
  const [code, buyer, first, ...others] = await Promise.all([
    aCode(50, { mostEach: 1 }),
    aBuyer(),
    aProduct(),
    ...Array.from({ length: 4 }, () => aProduct()),
  ])
  const { page, calls } = buyer
  const lines = [first, ...others].map(({ _id: productId }) => ({ productId, quantity: 4, reference: '' }))
  await ask(calls.cart.$put({ json: { version: 0, lines } }))
  await visit(page, '/checkout')
  await fillTill(page)
  const field = page.getByLabel('Discount code')
  await field.fill(code)
  await field.press('Enter')
  await page.getByText(`Verify your e-mail to use the code ${code}.`).waitFor()
  await verify(buyer)
  await field.press('Enter')
  await page.getByText('−$120.00').waitFor()

  const place = page.getByRole('button', { name: 'Place and pay' })
  const useCode = () => ask(calls.checkouts.$post({ json: { ...WHERE, lines: lines.slice(0, 1), price: 24, code } }))
  await isRefused(page, { meanwhile: useCode, press: () => place.click(), words: 'You have used this code already.' })
  await page.setViewportSize(PHONE.viewport)
  const pressEnter = () => page.getByLabel('Your reference').press('Enter')
  await isRefused(page, { meanwhile: () => raisePrice(first), press: pressEnter, words: 'The price is' })
  await page.getByRole('button', { name: 'Remove' }).click()
  await place.click()
  await page.getByText('Test mode.').waitFor()
})

test('the lines of the cart and of the checkout are of one moment with their sum, and a price that has changed is said before the order', async () => {
  const [part, another, buyer] = await Promise.all([aProduct(), aProduct(), aBuyer()])
  const [ten, half] = await Promise.all([aCode(10), aCode(50)])
  const { page, calls } = buyer
  await storeCart(
    buyer,
    [part, another].map(({ _id: productId }) => ({ productId, quantity: 4 })),
  )
  await visit(page, '/cart')
  const field = page.getByLabel('Discount code')
  const sum = page.getByRole('complementary', { name: 'Sum' })
  const changed = (now: string) => toast(page, `A price or the stock has changed. The lines come to ${now} now.`)
  await field.fill(ten)
  await field.press('Enter')
  await sum.getByText('−$9.60').waitFor()
  await raisePrice(part)
  const quantity = page.getByLabel(`Quantity of ${another.name}`)
  await quantity.selectText()
  await page.keyboard.press('8')
  await changed('$156.00')
  // It is typed on in the field that it was begun in.
  await page.keyboard.press('0')
  await page.getByRole('main').getByRole('listitem').getByText('$60.00').waitFor()
  await sum.getByText('−$102.00').waitFor()
  await getsFocus(quantity)
  const stored = async () => (await ask(calls.cart.$get())).lines.map((line) => line.quantity)
  await expect.poll(stored).toEqual([4, 80])

  await page.getByRole('link', { name: 'Checkout' }).click()
  await page.getByRole('heading', { name: 'Checkout' }).waitFor()
  await fillTill(page)
  await raisePrice(part, 2)
  await field.fill(half)
  await field.press('Enter')
  await changed('$1,030.00')
  await page.getByRole('table', { name: 'Lines' }).getByText('$70.00').waitFor()
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await page.getByText('Test mode.').waitFor()
  expect(await ask(calls.checkouts.$get({ query: {} }))).toMatchObject([{ price: 515 }])
})

type Refused = { meanwhile: () => Promise<unknown>; press: () => Promise<void>; words: string }

async function isRefused(page: Page, { meanwhile, press, words }: Refused) {
  await page.locator('aside[aria-busy="false"]').waitFor()
  await meanwhile()
  await press()
  const refused = page.getByRole('alert').filter({ hasText: words })
  await getsFocus(refused)
  expect(await isSeen(refused)).toBe(true)
}

async function raisePrice({ _id: id, name, description, minOrder, attributes, img: image }: Product, version = 1) {
  const facts = { name, description, minOrder, attributes, image, number: '', category: '', version }
  const json = { ...facts, unitPrice: 50 + 10 * version }
  await ask((await asAdmin()).product[':id'].$put({ param: { id }, json }))
}
