import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { CartLine } from '../src/carts/contract.ts'
import { ask } from '../src/client.ts'
import { fillTill } from './filled-forms.ts'
import { holdLine, isLedToIt, loseAnswers } from './lost-answers.ts'
import { reload, toast, visit } from './person.ts'
import { aBuyer, anOrder, aProduct, asAdmin, type Buyer } from './standing.ts'

const ordersOf = ({ calls, who }: Buyer) => ask(calls.orders.$get({ query: { email: who.email } }))

async function aTill(buyer: Buyer, page = buyer.page) {
  await visit(page, '/checkout')
  await fillTill(page, 'Quay 9')
  return page.getByRole('button', { name: 'Place and pay' })
}

async function withCart(provokes?: RegExp) {
  const buyer = await aBuyer(provokes ? { provokes } : {})
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
async function putAgain({ calls }: Buyer, lines: CartLine[]) {
  const { version } = await ask(calls.cart.$get())
  const again = lines.map(({ productId, quantity }) => ({ productId, quantity }))
  await ask(calls.cart.$put({ json: { version, lines: again } }))
}

/** A new part is all that is in the cart. */
async function fillCart({ calls }: Buyer) {
  const [product, { version }] = await Promise.all([aProduct(), ask(calls.cart.$get())])
  await ask(calls.cart.$put({ json: { version, lines: [{ productId: product._id, quantity: 12 }] } }))
}

test('a cart that another tab has ordered is not ordered again, and the second tab says so', async () => {
  const buyer = await withCart(/409/)
  const second = await buyer.context.newPage()
  const [first, late] = [await aTill(buyer), await aTill(buyer, second)]
  await first.click()
  await buyer.page.getByText('Test mode.').waitFor()
  await late.click()
  await toast(second, 'lines of this order were ordered or taken out meanwhile')
  await second.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('a cart whose answer was lost is ordered once, also with another note, and its buyer is led to it', async () => {
  const buyer = await withCart(/ERR_FAILED|422/)
  const { page } = buyer
  const place = await aTill(buyer)
  await losePlaced(buyer, place)
  await page.getByRole('textbox', { name: 'Note for the delivery' }).fill('Ring at the back')
  await place.click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('a cart whose answer was lost is ordered once, also with a code that changes its sum', async () => {
  const buyer = await withCart(/ERR_FAILED|422/)
  const { page } = buyer
  const name = `ONCE-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
  await ask((await asAdmin())['discount-codes'].$post({ json: { code: name, percent: 10 } }))
  const place = await aTill(buyer)
  await losePlaced(buyer, place)
  await page.getByLabel('Discount code').fill(name)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('−$14.40').waitFor()
  await place.click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('a cart whose answer was lost, and whose till is loaded again, leads to its order, and the next till begins anew', async () => {
  const buyer = await withCart(/ERR_FAILED/)
  const { page, calls } = buyer
  const place = await aTill(buyer)
  const reference = page.getByLabel('Your reference')
  await reference.fill('Job 4471')
  const { lines } = await ask(calls.cart.$get())
  await losePlaced(buyer, place)
  await reload(page)
  await isLedToIt(page)
  await putAgain(buyer, lines)
  await visit(page, '/checkout')
  expect(await reference.inputValue()).toBe('')
})

test('after a lost answer a cart that was filled anew is not ordered before the buyer has heard of the order, whatever is in it', async () => {
  const buyer = await withCart(/ERR_FAILED/)
  const { page, calls } = buyer
  const place = await aTill(buyer)
  const reference = page.getByLabel('Your reference')
  await reference.fill('Job 4471')
  const { lines } = await ask(calls.cart.$get())
  await losePlaced(buyer, place)
  await page.getByRole('link', { name: 'Cart' }).first().click()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  await putAgain(buyer, lines)
  await visit(page, '/checkout')
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)
  await aTill(buyer)
  expect(await reference.inputValue()).toBe('')
  await place.click()
  await page.getByRole('heading', { name: 'Payment' }).waitFor()
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test('after an order that never reached the shop its till has its words again, also when another one was placed meanwhile', async () => {
  const buyer = await withCart(/ERR_FAILED/)
  const { page, context } = buyer
  const place = await aTill(buyer)
  const reference = page.getByLabel('Your reference')
  await reference.fill('Job 4471')
  await context.route('**/api/checkouts', (route) => route.abort())
  await place.click()
  await page.getByText('The shop cannot be reached.').first().waitFor()
  await context.unroute('**/api/checkouts')
  await page.getByRole('link', { name: 'Cart' }).first().click()
  await page.getByRole('heading', { name: 'Cart', exact: true }).waitFor()
  await anOrder(buyer, await aProduct())
  await visit(page, '/dashboard/myorders')
  await page.getByRole('link', { name: /^PH-/ }).waitFor()
  await visit(page, '/checkout')
  await expect.poll(() => reference.inputValue()).toBe('Job 4471')
  await place.click()
  await page.getByRole('heading', { name: 'Payment' }).waitFor()
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test('after an order the bar counts no line any more', async () => {
  const buyer = await withCart()
  const { page } = buyer
  await (await aTill(buyer)).click()
  await page.getByRole('heading', { name: 'Payment' }).waitFor()
  await visit(page, '/products')
  await page.getByRole('link', { name: 'Cart 0' }).first().waitFor()
})

test('an order that was still on its way when its till was looked at again is not placed a second time by the next one', async () => {
  const buyer = await withCart(/ERR_FAILED/)
  const { page } = buyer
  const cart = page.getByRole('link', { name: /^Cart/ }).first()
  const heading = page.getByRole('heading', { name: 'Cart', exact: true })
  const place = await aTill(buyer)
  const line = await holdLine(page, '**/api/checkouts', { isThere: true })
  await place.click()
  await line.asked
  await cart.click()
  await heading.waitFor()
  await page.getByRole('link', { name: 'Checkout' }).click()
  await place.waitFor()
  line.cut()
  await toast(page, 'The shop cannot be reached.')
  await line.end()
  expect(await ordersOf(buyer)).toHaveLength(1)
  await cart.click()
  await heading.waitFor()
  await fillCart(buyer)
  await visit(page, '/checkout')
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('what was typed for an order whose answer was lost is not for the next one, also when My Orders has shown it', async () => {
  const buyer = await withCart(/ERR_FAILED/)
  const { page } = buyer
  const place = await aTill(buyer)
  const reference = page.getByLabel('Your reference')
  await reference.fill('Job 4471')
  await losePlaced(buyer, place)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await page.getByRole('link', { name: /^PH-/ }).waitFor()
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('isSeen')
  await fillCart(buyer)
  await visit(page, '/checkout')
  await page.getByRole('button', { name: 'Place and pay' }).waitFor()
  expect(await reference.inputValue()).toBe('')
})

test('an order whose answer was lost, and that was cancelled since, is shown as it is, and the next cart can be ordered', async () => {
  const buyer = await withCart(/ERR_FAILED/)
  const { page, calls } = buyer
  await losePlaced(buyer, await aTill(buyer))
  const [first] = await ordersOf(buyer)
  await ask(calls.orders[':id'].$delete({ param: { id: first?._id ?? '' } }))
  await fillCart(buyer)
  await visit(page, '/checkout')
  await isLedToIt(page)
  await page.getByText('Cancelled').first().waitFor()
  await (await aTill(buyer)).click()
  await page.getByRole('heading', { name: 'Payment' }).waitFor()
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer was lost is told, also when the next try is refused for something else', async () => {
  const buyer = await withCart(/ERR_FAILED|422/)
  const { page, context } = buyer
  const place = await aTill(buyer)
  await losePlaced(buyer, place)
  const json = { code: 'invalid', message: 'We do not send to this country.', field: 'country' }
  await context.route('**/api/checkouts', (route) => route.fulfill({ status: 422, json }), { times: 1 })
  await place.click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer was lost is told of also where the till does not load at first', async () => {
  const buyer = await withCart(/ERR_FAILED/)
  const { page, context } = buyer
  await losePlaced(buyer, await aTill(buyer))
  await context.route('**/api/addresses', (route) => route.abort(), { times: 1 })
  await reload(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})
