import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { loseAnswers } from './lost-answers.ts'
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

/** An order that was placed, and whose answer a reload has lost; the dialog is open again. */
async function lostByReload(buyer: Buyer, product: Product) {
  const { dialog, place } = await orderDialog(buyer, product)
  const placed = Promise.withResolvers<void>()
  await buyer.context.route('**/api/order', async (route) => {
    await route.fetch()
    placed.resolve()
  })
  await place.click()
  await placed.promise
  await reload(buyer.page)
  await buyer.context.unroute('**/api/order')
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('Quay 9')
  return { dialog, place }
}

test('the price of one piece that an order names is that of the break which its quantity reaches', async () => {
  const { page } = await aBuyer()
  await visit(page, '/products/ef-230')
  await page.getByRole('button', { name: 'Order Now' }).click()
  await page.waitForURL(/\/purcess\//)
  await reload(page)
  await page.getByRole('textbox', { name: 'Quantity' }).fill('12')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByRole('dialog').getByText('12 pieces at $17.10').waitFor()
  await page.getByRole('dialog').getByText('$205.20').waitFor()
})

test('an order whose answer a reload has lost is placed once', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { place } = await lostByReload(buyer, product)
  await place.click()
  await toast(buyer.page, 'Yay! Order Success')
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer a reload has lost is not said to be placed once it is cancelled, and another can be', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { dialog, place } = await lostByReload(buyer, product)
  const [first] = await ordersOf(buyer)
  await ask(buyer.calls.orders[':id'].$delete({ param: { id: first?._id ?? '' } }))
  await place.click()
  await dialog.getByText('waits for no payment any more').waitFor()
  expect(await ordersOf(buyer)).toEqual([])
  await place.click()
  await toast(buyer.page, 'Yay! Order Success')
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer was lost is placed once, also when Cancel is pressed and the dialog opened again', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page } = buyer
  const { dialog, place } = await lostOnTheWay(buyer, product)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('Quay 9')
  await place.click()
  await toast(page, 'Yay! Order Success')
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer was lost and that was cancelled then is not said to be placed, also in the same dialog', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { dialog, place } = await lostOnTheWay(buyer, product)
  const [first] = await ordersOf(buyer)
  await ask(buyer.calls.orders[':id'].$delete({ param: { id: first?._id ?? '' } }))
  await place.click()
  await dialog.getByText('waits for no payment any more').waitFor()
  expect(await ordersOf(buyer)).toEqual([])
})

test('an order whose answer was lost is not placed again with another quantity, and the buyer is led to it', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED|422/ })])
  const { page } = buyer
  const { dialog, place } = await lostOnTheWay(buyer, product)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('textbox', { name: 'Quantity' }).fill('16')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await place.click()
  await toast(page, 'Your order was placed before.')
  await page.getByRole('heading', { name: 'My Orders' }).waitFor()
  expect(await ordersOf(buyer)).toHaveLength(1)
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

test('an order whose answer was lost is placed once, also when the shop says at the next try that it is asked too often', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page, context } = buyer
  const { dialog, place } = await lostOnTheWay(buyer, product)
  const json = { code: 'too_many_requests', message: 'Too many orders. Wait a minute.' }
  await context.route('**/api/order', (route) => route.fulfill({ status: 429, json }), { times: 1 })
  await place.click()
  await dialog.getByText(json.message).waitFor()
  await place.click()
  await toast(page, 'Yay! Order Success')
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer was lost is placed once, also when its dialog was closed and the person comes back from another page', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page } = buyer
  await lostOnTheWay(buyer, product)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { name: 'Privacy' }).first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Place Order' }).click()
  await toast(page, 'Yay! Order Success')
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order whose answer was lost, and that was seen in My Orders, is no longer in doubt: the next one is another', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page } = buyer
  await lostOnTheWay(buyer, product)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await visit(page, '/dashboard/myorders')
  await page.getByRole('link', { name: /^PH-/ }).waitFor()
  const { place } = await orderDialog(buyer, product)
  await place.click()
  await toast(page, 'Yay! Order Success')
  expect(await ordersOf(buyer)).toHaveLength(2)
})

test('an order whose answer was lost is placed once, also when its dialog was opened again and left by Back', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page } = buyer
  await lostOnTheWay(buyer, product)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { name: 'Privacy' }).first().waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await dialog.getByLabel('Address').waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'Privacy' }).first().waitFor()
  await page.goBack()
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await toast(page, 'Yay! Order Success')
  expect(await ordersOf(buyer)).toHaveLength(1)
})

test('an order that was on its way when My Orders was looked at is placed once', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page, context } = buyer
  const { place } = await orderDialog(buyer, product)
  const held = Promise.withResolvers<void>()
  await context.route('**/api/order', async (route) => {
    await held.promise
    await route.fetch()
    await route.abort()
  })
  await place.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await page.getByText('You have not ordered anything yet.').waitFor()
  held.resolve()
  await toast(page, 'The shop cannot be reached.')
  await context.unroute('**/api/order')
  const again = await orderDialog(buyer, product)
  await again.place.click()
  await toast(page, 'Yay! Order Success')
  expect(await ordersOf(buyer)).toHaveLength(1)
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
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  const again = await orderDialog(buyer, product)
  await again.place.click()
  await page.waitForURL(/\/products$/)
  expect(await ordersOf(buyer)).toHaveLength(2)
})
