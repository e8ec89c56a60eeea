import type { Locator, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { holdLine, isLedToIt, loseAnswers } from './lost-answers.ts'
import { holdAnswers, ONCE_MORE, reload, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct, type Buyer, type Product, verify } from './standing.ts'

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
    await route.fetch(ONCE_MORE)
    placed.resolve()
  })
  await place.click()
  await placed.promise
  await meanwhile()
  await reload(buyer.page)
  await buyer.context.unroute('**/api/order')
}

test('an order whose answer a reload has lost is placed once, and its buyer is led to it as it is, also when it was cancelled since', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  await loseByReload(buyer, product, () => cancelFirst(buyer))
  await isLedToIt(buyer.page)
  await buyer.page.getByText('Cancelled').first().waitFor()
  expect(await ordersOf(buyer)).toEqual([])
  await loseByReload(buyer, product)
  await isLedToIt(buyer.page)
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer was lost is placed once, also when it is placed again in its dialog, and not said to be placed once it was cancelled', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page, context } = buyer
  const { place } = await lostOnTheWay(buyer, product)
  await cancelFirst(buyer)
  await place.click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toEqual([])

  await lostOnTheWay(buyer, product)
  await place.click()
  await toast(page, 'Yay! Order Success')
  expect(await ordersOf(buyer)).toHaveLength(1)

  // The shop cannot say then what became of it.
  await lostOnTheWay(buyer, product)
  await context.route(/\/api\/checkouts\/[\da-f-]{36}$/, (route) => route.abort(), { times: 1 })
  await place.click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test('an order whose answer was lost is not placed again by a dialog that is opened anew, also with another quantity, or when My Orders was pressed, and left before it came', async () => {
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

  await lostOnTheWay(buyer, product)
  expect(await ordersOf(buyer)).toHaveLength(2)
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
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test('whoever walks on while an order is being placed stays where they are, and is told of it; one that was heard of with its dialog open again is no longer in doubt', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  await verify(buyer)
  const { dialog, place } = await orderDialog(buyer, product)
  const first = await holdAnswers(page, '**/api/order', 'POST')
  await place.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Quick Order' }).first().click()
  await page.getByLabel('Lines: number, quantity').fill('EF-230, 12')
  const left: string[] = []
  page.on('request', (request) => request.url().includes('/products') && left.push(request.url()))
  first.letThrough()
  await toast(page, 'Yay! Order Success')
  // By then a page that was gone to would have asked for its parts.
  await untilWhole(page)
  expect(left).toEqual([])
  expect(new URL(page.url()).pathname).toBe('/quick-order')
  expect(await ordersOf(buyer)).toHaveLength(1)

  await orderDialog(buyer, product)
  const second = await holdAnswers(page, '**/api/order', 'POST')
  await place.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await dialog.getByLabel('Address').waitFor()
  second.letThrough()
  await toast(page, 'Yay! Order Success')
  await place.click()
  await page.waitForURL(/\/products$/)
  expect(await ordersOf(buyer)).toHaveLength(3)
})

const TOO_OFTEN = { code: 'too_many_requests', message: 'Too many orders. Wait a minute.' }

/** The answer of an order is lost, and the browser’s own next try is turned away, which its dialog says. */
async function lostAndTurnedAway(buyer: Buyer, product: Product) {
  const { dialog, place } = await orderDialog(buyer, product)
  const tries: string[] = []
  await buyer.context.route('**/api/order', async (route) => {
    if (tries.push('one') > 1) return route.fulfill({ status: 429, json: TOO_OFTEN })
    await route.fetch(ONCE_MORE)
    await route.abort()
  })
  await place.click()
  await dialog.getByText(TOO_OFTEN.message).waitFor()
  await buyer.context.unroute('**/api/order')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
}

test('an order whose answer was lost is placed once, also when a next try is turned away, and its dialog does not open before that is known', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED|429/ })])
  const { page, context } = buyer
  const { dialog, place } = await lostOnTheWay(buyer, product)
  await context.route('**/api/order', (route) => route.fulfill({ status: 429, json: TOO_OFTEN }), { times: 1 })
  await place.click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(1)

  await lostAndTurnedAway(buyer, product)
  const turnedAway = (route: Route) => route.fulfill({ status: 429, json: TOO_OFTEN })
  await context.route('**/api/checkouts/placed/*', turnedAway, { times: 1 })
  const order = page.getByRole('button', { name: 'Place Order' })
  await order.click()
  await toast(page, TOO_OFTEN.message)
  const { asked, letThrough } = await holdAnswers(page, '**/api/checkouts/placed/*', 'GET')
  await order.click()
  await asked
  expect([await dialog.count(), await order.getAttribute('aria-busy')]).toEqual([0, 'true'])
  letThrough()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(2)
})

/** The order is on its way while My Orders is looked at, and its answer is lost. */
async function lostBehindMyOrders({ page }: Buyer, place: Locator) {
  const line = await holdLine(page, '**/api/order', { isThere: true })
  await place.click()
  await line.asked
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await page.getByRole('link', { name: /^PH-/ }).first().waitFor()
  line.cut()
  await toast(page, 'The shop cannot be reached.')
  await line.end()
}

test('an order whose answer was lost, and that was seen in My Orders, is no longer in doubt; one that was on its way then is placed once, also by a browser whose clock is wrong', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page } = buyer
  await verify(buyer)
  await visit(page, '/dashboard/myorders')
  await page.getByText('You have no orders.').waitFor()
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

  await page.clock.install({ time: Date.now() - 3_600_000 })
  const { place } = await orderDialog(buyer, product)
  await lostBehindMyOrders(buyer, place)
  await visit(page, `/purcess/${product._id}?quantity=12`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await isLedToIt(page)
  expect(await ordersOf(buyer)).toHaveLength(3)
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
