import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { loseAnswers } from './lost-answers.ts'
import { getsFocus, PHONE, toast, visit } from './person.ts'
import { aBuyer, aNumberedPart, anAdmin, anOrder, aProduct, asAdmin, payByCalls, WHERE } from './standing.ts'

const stockOf = async (id: string) => (await ask((await asAdmin()).product[':id'].$get({ param: { id } }))).stock

test('an unpaid order is cancelled after the question, and its pieces go back', async () => {
  const [product, buyer] = await Promise.all([aProduct({ stock: 40 }), aBuyer(PHONE)])
  const { page } = buyer
  await anOrder(buyer, product)
  expect(await stockOf(product._id)).toBe(36)
  await visit(page, '/dashboard/myorders')
  const cancel = page.getByRole('button', { name: `Cancel order for ${product.name}` })
  await cancel.click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' })
  await question.getByText(`Cancel order for ${product.name}`).waitFor()
  await getsFocus(question.getByRole('button', { name: 'Keep order' }))
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await getsFocus(cancel)

  await cancel.click()
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await toast(page, 'Delete Success')
  await toast(page, `${product.name}, 4 pieces`)
  await page.getByText('You have not ordered anything yet.').waitFor()
  await getsFocus(page.getByRole('heading', { name: 'My Orders' }))
  expect(await stockOf(product._id)).toBe(40)
})

test('two lines of one part are told apart by their references, wherever one of them is cancelled or changed', async () => {
  const [part, { page, calls }] = await Promise.all([aNumberedPart(), aBuyer()])
  const lines = ['Van 3', 'Van 4'].map((reference) => ({ productId: part._id, quantity: 4, reference }))
  await ask(calls.cart.$put({ json: { version: 0, lines } }))
  const called = `${part.name} ${part.number}, Van 4`
  await visit(page, '/cart')
  await page.getByRole('textbox', { name: `Quantity of ${called}`, exact: true }).waitFor()
  await page.getByRole('button', { name: `Take ${called} out`, exact: true }).waitFor()
  const { number } = await ask(calls.checkouts.$post({ json: { ...WHERE, lines, price: 96 } }))
  await visit(page, '/dashboard/myorders')
  await page.getByRole('button', { name: `Cancel ${called}`, exact: true }).waitFor()
  await page.getByRole('link', { name: number, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor()
  await page.getByRole('button', { name: `Cancel ${called}`, exact: true }).click()
  await page.getByRole('alertdialog').getByText(`Cancel order for ${called}`, { exact: true }).waitFor()
})

test('two lines of one part are told apart where a parcel is packed', async () => {
  const [part, buyer, { page }] = await Promise.all([aNumberedPart(), aBuyer(), anAdmin()])
  const lines = ['Van 3', 'Van 4'].map((reference) => ({ productId: part._id, quantity: 4, reference }))
  const order = await ask(buyer.calls.checkouts.$post({ json: { ...WHERE, lines, price: 96 } }))
  await payByCalls(buyer, order)
  await visit(page, `/dashboard/orders/${order.number}`)
  await page.getByRole('checkbox', { name: `4 of ${part.number}, Van 4`, exact: true }).waitFor()
})

test('an order that was paid in another tab cannot be cancelled, and the list says what it is now', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  const order = await anOrder(buyer, product)
  await visit(page, '/dashboard/myorders')
  await page.getByRole('button', { name: `Cancel order for ${product.name}` }).click()
  await payByCalls(buyer, order)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Pending...').waitFor()
  await page.getByRole('status').filter({ hasText: /paid/i }).first().waitFor()
})

test('an order whose cancelling got no answer is asked for, and is said to be cancelled when it is', async () => {
  const [product, buyer] = await Promise.all([aProduct({ stock: 40 }), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page, context } = buyer
  const order = await anOrder(buyer, product)
  await visit(page, `/dashboard/orders/${order.number}`)
  await loseAnswers(context, '**/api/orders/*', 'DELETE')
  await page
    .getByRole('button', { name: /^Cancel/ })
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await toast(page, 'Delete Success')
  await page.getByText('Cancelled').first().waitFor()
  expect(await page.getByText('The shop cannot be reached.').count()).toBe(0)
  expect(await stockOf(product._id)).toBe(40)
})

test('one line whose cancelling never came to the shop is said to be there still', async () => {
  const [part, buyer] = await Promise.all([aNumberedPart(), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page, calls, context } = buyer
  const lines = ['Van 3', 'Van 4'].map((reference) => ({ productId: part._id, quantity: 4, reference }))
  const { number } = await ask(calls.checkouts.$post({ json: { ...WHERE, lines, price: 96 } }))
  await visit(page, `/dashboard/orders/${number}`)
  await context.route('**/api/orders/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  const cancel = page.getByRole('button', { name: `Cancel ${part.name} ${part.number}, Van 4`, exact: true })
  await cancel.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await toast(page, 'The shop cannot be reached.')
  await cancel.waitFor()
})

test('on a phone the card of a paid order ends in a row of its own, which speaks of no cancelling', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer(PHONE)])
  await payByCalls(buyer, await anOrder(buyer, product))
  await visit(buyer.page, '/dashboard/myorders')
  const cell = buyer.page.getByRole('cell').filter({ has: buyer.page.getByRole('link', { name: /^Order again/ }) })
  const [missing, word] = await cell.evaluate((td) => [
    (td.parentElement?.clientWidth ?? 0) - td.clientWidth,
    getComputedStyle(td, '::before').display,
  ])
  expect([missing, word]).toEqual([0, 'none'])
})

test('a single piece is one piece', async () => {
  const [product, buyer] = await Promise.all([aProduct({ minOrder: 1 }), aBuyer()])
  await anOrder(buyer, product)
  await visit(buyer.page, '/dashboard/myorders')
  await buyer.page.getByRole('button', { name: `Cancel order for ${product.name}` }).click()
  await buyer.page.getByRole('alertdialog').getByText('1 piece goes back on the shelf.').waitFor()
})

test('without a line nothing is cancelled, and the list stays', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes: /net::ERR_INTERNET_DISCONNECTED/ })])
  const { page, context } = buyer
  await anOrder(buyer, product)
  await visit(page, '/dashboard/myorders')
  const cancel = page.getByRole('button', { name: `Cancel order for ${product.name}` })
  await cancel.click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel order' }).waitFor()
  await context.setOffline(true)
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await toast(page, 'The shop cannot be reached.')
  await question.waitFor({ state: 'detached' })
  await getsFocus(cancel)
  expect(await page.getByRole('row').filter({ hasText: product.name }).count()).toBe(1)
})
