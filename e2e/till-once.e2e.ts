import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { CartLine } from '../src/carts/contract.ts'
import { ask } from '../src/client.ts'
import { storeCart } from './cart-calls.ts'
import { fillTill } from './filled-forms.ts'
import { holdLine, isLedToIt, loseAnswers } from './lost-answers.ts'
import { reload, toast, visit } from './person.ts'
import { aBuyer, anOrder, aProduct, asAdmin, type Buyer, verify } from './standing.ts'

const ordersOf = ({ calls, who }: Buyer) => ask(calls.orders.$get({ query: { email: who.email } }))

async function aTill(buyer: Buyer, page = buyer.page) {
  await visit(page, '/checkout')
  await fillTill(page, 'Quay 9')
  return page.getByRole('button', { name: 'Place and pay' })
}

async function withCart(provokes: RegExp) {
  const buyer = await aBuyer({ provokes })
  await fillCart(buyer)
  return buyer
}

/** The order is placed, and its answer is lost. */
async function losePlaced({ page, context }: Buyer, place: Locator) {
  const lost = await loseAnswers(context, '**/api/checkouts')
  await place.click()
  await page.getByText('The shop cannot be reached.').first().waitFor()
  await lost.end()
}

/** The lines that were in the cart are all that is in it. */
const putAgain = (buyer: Buyer, lines: CartLine[]) =>
  storeCart(
    buyer,
    lines.map(({ productId, quantity }) => ({ productId, quantity })),
  )

async function toCart(page: Page) {
  await page.getByRole('link', { name: /^Cart/ }).first().click()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
}

/** A new part is all that is in the cart. */
async function fillCart(buyer: Buyer) {
  const { _id: productId } = await aProduct()
  await storeCart(buyer, [{ productId, quantity: 12 }])
}

/** The order is on its way, and comes to the shop after the till was opened again; its answer is lost. */
async function placeBehindTill({ page }: Buyer, place: Locator) {
  const line = await holdLine(page, '**/api/checkouts', { isThere: true })
  await place.click()
  await line.asked
  await toCart(page)
  await page.getByRole('link', { name: 'Checkout' }).click()
  await place.waitFor()
  line.cut()
  await toast(page, 'The shop cannot be reached.')
  await line.end()
}

test('a cart that another tab has ordered is not ordered again, which the second tab says; nor is one that was still on its way when its till was looked at again', async () => {
  const buyer = await withCart(/409|ERR_FAILED/)
  const { page } = buyer
  const second = await buyer.context.newPage()
  const [place, late] = [await aTill(buyer), await aTill(buyer, second)]
  await place.click()
  await page.getByText('Test mode.').waitFor()
  await late.click()
  await toast(second, 'lines of this order were ordered or taken out meanwhile')
  await second.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  expect(await ordersOf(buyer)).toHaveLength(1)

  await fillCart(buyer)
  await aTill(buyer)
  await placeBehindTill(buyer, place)
  expect(await ordersOf(buyer)).toHaveLength(2)
  await toCart(page)
  await fillCart(buyer)
  await visit(page, '/checkout')
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test('a cart whose answer was lost is ordered once, also with another note and a code that changes its sum, or when the next try is refused for something else', async () => {
  const buyer = await withCart(/ERR_FAILED|422/)
  const { page, context } = buyer
  const name = `ONCE-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
  await ask((await asAdmin())['discount-codes'].$post({ json: { code: name, percent: 10 } }))
  const place = await aTill(buyer)
  await losePlaced(buyer, place)
  await page.getByRole('textbox', { name: 'Note for the delivery' }).fill('Ring at the back')
  await page.getByLabel('Discount code').fill(name)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('−$14.40').waitFor()
  await place.click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)

  await fillCart(buyer)
  await aTill(buyer)
  await losePlaced(buyer, place)
  const json = { code: 'invalid', message: 'We do not send to this country.', field: 'country' }
  await context.route('**/api/checkouts', (route) => route.fulfill({ status: 422, json }), { times: 1 })
  await place.click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test('a cart whose answer was lost leads to its order where its till is loaded again, also not at first, or with a cart that was filled anew, and the next till begins anew', async () => {
  const buyer = await withCart(/ERR_FAILED/)
  const { page, context, calls } = buyer
  await verify(buyer)
  const place = await aTill(buyer)
  await losePlaced(buyer, place)
  await context.route('**/api/addresses', (route) => route.abort(), { times: 1 })
  await reload(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)

  await fillCart(buyer)
  await aTill(buyer)
  const reference = page.getByLabel('Your reference')
  await reference.fill('Job 4471')
  const { lines } = await ask(calls.cart.$get())
  await losePlaced(buyer, place)
  await toCart(page)
  await putAgain(buyer, lines)
  await visit(page, '/checkout')
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(2)
  await aTill(buyer)
  expect(await reference.inputValue()).toBe('')
  await place.click()
  await page.getByRole('heading', { name: 'Payment' }).waitFor()
  expect(await ordersOf(buyer)).toHaveLength(3)
})

/** The order does not come to the shop, and its buyer goes back to the cart. */
async function neverPlaced({ page, context }: Buyer, place: Locator) {
  await context.route('**/api/checkouts', (route) => route.abort())
  await place.click()
  await page.getByText('The shop cannot be reached.').first().waitFor()
  await context.unroute('**/api/checkouts')
  await toCart(page)
}

test('after an order that never reached the shop its till has its words again, also when another one was placed meanwhile; after it is placed the bar counts no line any more', async () => {
  const buyer = await withCart(/ERR_FAILED/)
  const { page } = buyer
  const place = await aTill(buyer)
  const reference = page.getByLabel('Your reference')
  await reference.fill('Job 4471')
  await neverPlaced(buyer, place)
  await anOrder(buyer, await aProduct())
  await visit(page, '/dashboard/myorders')
  await page.getByRole('link', { name: /^PH-/ }).waitFor()
  await visit(page, '/checkout')
  await expect.poll(() => reference.inputValue()).toBe('Job 4471')
  await place.click()
  await page.getByRole('heading', { name: 'Payment' }).waitFor()
  expect(await ordersOf(buyer)).toHaveLength(2)
  await visit(page, '/products')
  await page.getByRole('link', { name: 'Cart 0' }).first().waitFor()
})

test('an order whose answer was lost, and that was cancelled since, is shown as it is; what was typed for one that My Orders has shown is not for the next', async () => {
  const buyer = await withCart(/ERR_FAILED/)
  const { page, calls } = buyer
  const place = await aTill(buyer)
  await losePlaced(buyer, place)
  const [first] = await ordersOf(buyer)
  await ask(calls.orders[':id'].$delete({ param: { id: first?._id ?? '' } }))
  await fillCart(buyer)
  await visit(page, '/checkout')
  await isLedToIt(page)
  await page.getByText('Cancelled').first().waitFor()

  await aTill(buyer)
  const reference = page.getByLabel('Your reference')
  await reference.fill('Job 4471')
  await losePlaced(buyer, place)
  expect(await ordersOf(buyer)).toHaveLength(1)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await page.getByRole('link', { name: /^PH-/ }).first().waitFor()
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('isSeen')
  await fillCart(buyer)
  await visit(page, '/checkout')
  await place.waitFor()
  expect(await reference.inputValue()).toBe('')
})
