import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { holdLine, isLedToIt, loseAnswers } from './lost-answers.ts'
import { holdAnswers, reload, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct, type Buyer, type Product } from './standing.ts'

const ordersOf = ({ calls, who }: Buyer) => ask(calls.orders.$get({ query: { email: who.email } }))

/** The dialog of a part with an address typed. */
async function orderDialog({ page }: Buyer, product: Product) {
  await visit(page, `/purcess/${product._id}?quantity=12`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('Quay 9')
  return { dialog, place: dialog.getByRole('button', { name: 'Place Order' }) }
}

/** An order that was placed, and whose answer was lost on its way; the dialog says so. */
async function lostOnTheWay(buyer: Buyer, product: Product) {
  const { dialog, place } = await orderDialog(buyer, product)
  const lost = await loseAnswers(buyer.context, '**/api/order')
  await place.click()
  await dialog.getByText('The shop cannot be reached.').waitFor()
  await lost.end()
  return { dialog, place }
}

async function cancelFirst(buyer: Buyer) {
  const [first] = await ordersOf(buyer)
  await ask(buyer.calls.orders[':id'].$delete({ param: { id: first?._id ?? '' } }))
}

/** Another order from the dialog of the part is placed. */
async function orderAnother(buyer: Buyer, product: Product) {
  const { place } = await orderDialog(buyer, product)
  await place.click()
  await toast(buyer.page, 'Yay! Order Success')
}

/** An order whose answer is lost by a reload, before which `meanwhile` is done. */
async function loseByReload(buyer: Buyer, product: Product, meanwhile = async () => {}) {
  const { place } = await orderDialog(buyer, product)
  const placed = Promise.withResolvers<void>()
  await buyer.context.route('**/api/order', async (route) => {
    await route.fetch()
    placed.resolve()
  })
  await place.click()
  await placed.promise
  await meanwhile()
  await reload(buyer.page)
  await buyer.context.unroute('**/api/order')
}

test('an order whose answer a reload has lost is placed once, and its buyer is led to it', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  await loseByReload(buyer, product)
  await isLedToIt(buyer.page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer a reload has lost, and that was cancelled since, is shown as it is, and another can be placed', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  await loseByReload(buyer, product, () => cancelFirst(buyer))
  await isLedToIt(buyer.page)
  await buyer.page.getByText('Cancelled').first().waitFor()
  await orderAnother(buyer, product)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer was lost is placed once, also when it is placed again in its dialog', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { place } = await lostOnTheWay(buyer, product)
  await place.click()
  await toast(buyer.page, 'Yay! Order Success')
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer was lost and that was cancelled then is not said to be placed, also in the same dialog', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { place } = await lostOnTheWay(buyer, product)
  await cancelFirst(buyer)
  await place.click()
  await isLedToIt(buyer.page)
  expect(await ordersOf(buyer)).toEqual([])
})

test('an order whose answer was lost is not placed again by a dialog that is opened anew, also with another quantity', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page } = buyer
  const { dialog } = await lostOnTheWay(buyer, product)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { name: 'Privacy' }).first().waitFor()
  await page.goBack()
  await page.getByRole('textbox', { name: 'Quantity' }).fill('16')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)
  await orderAnother(buyer, product)
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test('whoever walks on while an order is being placed stays where they are, and is told of it', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  const { dialog, place } = await orderDialog(buyer, product)
  const { letThrough } = await holdAnswers(page, '**/api/order', 'POST')
  await place.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Quick Order' }).first().click()
  await page.getByLabel('Lines: number, quantity').fill('EF-230, 12')
  const left: string[] = []
  page.on('request', (request) => request.url().includes('/products') && left.push(request.url()))
  letThrough()
  await toast(page, 'Yay! Order Success')
  // By then a page that was gone to would have asked for its parts.
  await untilWhole(page)
  expect(left).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/quick-order')
  expect(await ordersOf(buyer)).toHaveLength(1)
})

const TOO_OFTEN = { code: 'too_many_requests', message: 'Too many orders. Wait a minute.' }

test('an order whose answer was lost is placed once, also when the shop says at the next try that it is asked too often', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page, context } = buyer
  const { place } = await lostOnTheWay(buyer, product)
  await context.route('**/api/order', (route) => route.fulfill({ status: 429, json: TOO_OFTEN }), { times: 1 })
  await place.click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer was lost is placed once, also when the browser’s own next try is turned away', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page, context } = buyer
  const { dialog, place } = await orderDialog(buyer, product)
  const tries: string[] = []
  await context.route('**/api/order', async (route) => {
    if (tries.push('one') > 1) return route.fulfill({ status: 429, json: TOO_OFTEN })
    await route.fetch()
    await route.abort()
  })
  await place.click()
  await dialog.getByText(TOO_OFTEN.message).waitFor()
  await context.unroute('**/api/order')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer was lost, and that was seen in My Orders, is no longer in doubt: the next one is another', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page } = buyer
  await visit(page, '/dashboard/myorders')
  await page.getByText('You have not ordered anything yet.').waitFor()
  await lostOnTheWay(buyer, product)
  // The dialog is still open: its page is left by Back, and leaves what was typed.
  await page.goBack()
  await page.getByRole('link', { name: /^PH-/ }).waitFor()
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('isSeen')
  await page.goForward()
  await page.getByRole('button', { name: 'Place Order' }).waitFor()
  await untilWhole(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await orderAnother(buyer, product)
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test('an order whose answer was lost is still in doubt when My Orders was pressed, and left before it came', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page } = buyer
  const { dialog } = await lostOnTheWay(buyer, product)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const rows = await holdAnswers(page, '**/api/checkouts?*', 'GET')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await rows.asked
  await page.getByRole('link', { name: 'Blog' }).first().click()
  await page.getByRole('heading', { name: 'Blog' }).first().waitFor()
  rows.letThrough()
  await untilWhole(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order that was placed again in its dialog is told, also where the shop cannot say then what became of it', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { place } = await lostOnTheWay(buyer, product)
  await buyer.context.route(/\/api\/checkouts\/[\da-f-]{36}$/, (route) => route.abort(), { times: 1 })
  await place.click()
  await isLedToIt(buyer.page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('the dialog of a part does not open before it is known whether an order of it was placed whose answer was lost', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED|429/ })])
  const { page, context } = buyer
  const { dialog } = await lostOnTheWay(buyer, product)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await context.route('**/api/checkouts/placed/*', (route) => route.fulfill({ status: 429, json: TOO_OFTEN }), {
    times: 1,
  })
  const order = page.getByRole('button', { name: 'Place Order' })
  await order.click()
  await toast(page, TOO_OFTEN.message)
  const { asked, letThrough } = await holdAnswers(page, '**/api/checkouts/placed/*', 'GET')
  await order.click()
  await asked
  expect([await dialog.count(), await order.getAttribute('aria-busy')]).toEqual([0, 'true'])
  letThrough()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('a late answer about an order takes the key of no later one', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page, context } = buyer
  const { dialog } = await lostOnTheWay(buyer, product)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const [asked, held] = [Promise.withResolvers<Route>(), Promise.withResolvers<void>()]
  await page.route('**/api/checkouts/placed/*', async (route) => {
    asked.resolve(route)
    if (route === (await asked.promise)) await held.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await asked.promise
  await page.goBack()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await isLedToIt(page)
  await page.goBack()
  const lost = await loseAnswers(context, '**/api/order')
  await page.getByRole('button', { name: 'Place Order' }).click()
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await dialog.getByText('The shop cannot be reached.').waitFor()
  await lost.end()
  const late = (await asked.promise).request()
  held.resolve()
  await late.response()
  await untilWhole(page)
  await reload(page)
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test('an order that was on its way when My Orders was looked at is placed once, also by a browser whose clock is wrong', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page, context } = buyer
  await page.clock.install({ time: Date.now() - 3_600_000 })
  await orderAnother(buyer, product)
  const { place } = await orderDialog(buyer, product)
  const line = await holdLine(page, '**/api/order', { isThere: true })
  await place.click()
  await line.asked
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await page.getByRole('link', { name: /^PH-/ }).waitFor()
  line.cut()
  await toast(page, 'The shop cannot be reached.')
  await line.end()
  await visit(page, `/purcess/${product._id}?quantity=12`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(2)
  await context.unroute('**/api/order')
})

test('an order that was heard of while its dialog was open again is no longer in doubt: the next one is another', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  const { dialog, place } = await orderDialog(buyer, product)
  const { letThrough } = await holdAnswers(page, '**/api/order', 'POST')
  await place.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await dialog.getByLabel('Address').waitFor()
  letThrough()
  await toast(page, 'Yay! Order Success')
  await place.click()
  await page.waitForURL(/\/products$/)
  expect(await ordersOf(buyer)).toHaveLength(2)
})
