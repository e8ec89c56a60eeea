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
  await page.getByText('You have no orders.').waitFor()
  await getsFocus(page.getByRole('heading', { name: 'My Orders' }))
  expect(await stockOf(product._id)).toBe(40)
})

test('two lines of one part are told apart by their references, wherever one of them is changed or cancelled, also when that got no answer', async () => {
  const [part, buyer] = await Promise.all([aNumberedPart({ stock: 40 }), aBuyer({ provokes: /ERR_FAILED/ })])
  const { page, calls, context } = buyer
  const lines = ['Van 3', 'Van 4'].map((reference) => ({ productId: part._id, quantity: 4, reference }))
  await ask(calls.cart.$put({ json: { version: 0, lines } }))
  const called = `${part.name} ${part.number}, Van 4`
  await visit(page, '/cart')
  await page.getByRole('textbox', { name: `Quantity of ${called}`, exact: true }).waitFor()
  await page.getByRole('button', { name: `Take ${called} out`, exact: true }).waitFor()
  const order = await ask(calls.checkouts.$post({ json: { ...WHERE, lines, price: 96 } }))
  await visit(page, '/dashboard/myorders')
  const cancel = page.getByRole('button', { name: `Cancel ${called}`, exact: true })
  await cancel.waitFor()
  await page.getByRole('link', { name: order.number, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: `Order ${order.number}` }).waitFor()

  const neverSent = '**/api/orders/*'
  await context.route(neverSent, (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()))
  const question = page.getByRole('alertdialog')
  await cancel.click()
  await question.getByText(`Cancel order for ${called}`, { exact: true }).waitFor()
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await toast(page, 'The shop cannot be reached.')
  await cancel.waitFor()
  expect(await stockOf(part._id)).toBe(32)

  await context.unroute(neverSent)
  await loseAnswers(context, neverSent, 'DELETE')
  await cancel.click()
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await toast(page, 'Delete Success')
  await page.getByText('Cancelled').first().waitFor()
  expect(await stockOf(part._id)).toBe(36)
})

test('two lines of one part are told apart where a parcel is packed', async () => {
  const [part, buyer, { page }] = await Promise.all([aNumberedPart(), aBuyer(), anAdmin()])
  const lines = ['Van 3', 'Van 4'].map((reference) => ({ productId: part._id, quantity: 4, reference }))
  const order = await ask(buyer.calls.checkouts.$post({ json: { ...WHERE, lines, price: 96 } }))
  await payByCalls(buyer, order)
  await visit(page, `/dashboard/orders/${order.number}`)
  await page.getByRole('checkbox', { name: `4 of ${part.number}, Van 4`, exact: true }).waitFor()
})

test('a single piece is one piece; without a line nothing is cancelled, and the list stays; what was paid in another tab cannot be cancelled', async () => {
  const [product, buyer] = await Promise.all([
    aProduct({ minOrder: 1 }),
    aBuyer({ provokes: /net::ERR_INTERNET_DISCONNECTED/ }),
  ])
  const { page, context } = buyer
  const order = await anOrder(buyer, product)
  await visit(page, '/dashboard/myorders')
  const cancel = page.getByRole('button', { name: `Cancel order for ${product.name}` })
  await cancel.click()
  const question = page.getByRole('alertdialog')
  await question.getByText('1 piece goes back on the shelf.').waitFor()
  await context.setOffline(true)
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await toast(page, 'The shop cannot be reached.')
  await question.waitFor({ state: 'detached' })
  await getsFocus(cancel)
  expect(await page.getByRole('row').filter({ hasText: product.name }).count()).toBe(1)

  await context.setOffline(false)
  await cancel.click()
  await payByCalls(buyer, order)
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Pending...').waitFor()
  await page.getByRole('status').filter({ hasText: /paid/i }).first().waitFor()

  await page.setViewportSize(PHONE.viewport)
  const cell = page.getByRole('cell').filter({ has: page.getByRole('link', { name: /^Order again/ }) })
  const [missing, word] = await cell.evaluate((td) => [
    (td.parentElement?.clientWidth ?? 0) - td.clientWidth,
    getComputedStyle(td, '::before').display,
  ])
  expect([missing, word], 'on a phone the card ends in a row of its own').toEqual([0, 'none'])
})
