import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { boardOf } from './orders-board.ts'
import { getsFocus, reload, SIZES, toast, untilWhole, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, paidOrders, told } from './standing.ts'

test('an order opens beside the board, at a desk and on a phone, is delivered and taken back there, and says to staff alone that Stripe warned of it', async () => {
  const [standing, { page }] = await Promise.all([paidOrders(2), anAdmin()])
  const { who, buyer, orders, numbers } = standing
  const [, older = ''] = numbers
  for (const { size } of SIZES.toReversed()) {
    await page.setViewportSize(size.viewport)
    await visit(page, boardOf(who.name))
    await deliversBesideBoard(page, standing)
  }
  const transaction = orders[1]?.transactionId
  await told('charge.dispute.created', { id: 'dp_1', object: 'dispute', payment_intent: transaction })
  await visit(page, boardOf(who.name))
  await page.getByRole('link', { name: older }).click()
  const pane = page.getByRole('dialog', { name: `Order ${older}` })
  await pane.getByText('Stripe warned of this payment').waitFor()
  const happened = 'Stripe warned of the payment: it is disputed, or may be fraud.'
  await pane.getByText(happened).waitFor()
  await pane.getByRole('link', { name: 'Whole page' }).click()
  await page.getByRole('heading', { level: 1, name: `Order ${older}` }).waitFor()
  await page.getByText(happened).waitFor()
  const { history } = await ask(buyer.calls.orders[':id'].page.$get({ param: { id: older } }))
  const toldBuyer = history.map(({ what }) => what)
  expect(toldBuyer).toContain('paid')
  expect(toldBuyer).not.toContain('warned')
})

async function deliversBesideBoard(page: Page, { product, who, numbers }: Awaited<ReturnType<typeof paidOrders>>) {
  const [newer = '', older = ''] = numbers
  await page.getByRole('link', { name: newer }).click()
  const pane = page.getByRole('dialog', { name: `Order ${newer}` })
  for (const words of [who.email, 'Dock Street 4', product.name, '$48.00'])
    await pane.getByText(words).first().waitFor()
  expect(await pane.getByRole('button', { name: 'The one before' }).isDisabled()).toBe(true)

  await pane.getByRole('button', { name: 'Deliver', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: `Deliver ${newer}?` })
  await question.getByRole('button', { name: 'Deliver' }).click()
  await toast(page, `${newer} to ${who.name}`)
  await pane.getByRole('button', { name: `Take back the delivery of ${newer}` }).click()
  await toast(page, 'Delivery taken back')
  await pane.getByRole('button', { name: 'Deliver', exact: true }).waitFor()

  await pane.getByRole('button', { name: 'The next one' }).click()
  const next = page.getByRole('dialog', { name: `Order ${older}` })
  await next.getByText(product.name).waitFor()
  await getsFocus(next.getByRole('button', { name: 'The next one' }))
  await page.keyboard.press('Escape')
  await getsFocus(page.getByRole('link', { name: older }))
  await page.keyboard.press('Enter')
  await next.getByRole('link', { name: 'Whole page' }).click()
  await page.getByRole('heading', { level: 1, name: `Order ${older}` }).waitFor()
}

test('the keys go down the board, choose, open and close, and "?" tells all of them', async () => {
  const [{ who, numbers }, { page }] = await Promise.all([paidOrders(2), anAdmin()])
  const [newer = '', older = ''] = numbers
  await visit(page, boardOf(who.name))
  await page.getByRole('link', { name: older }).waitFor()
  for (const [key, number] of [
    ['j', newer],
    ['j', older],
    ['k', newer],
  ] as const) {
    await page.keyboard.press(key)
    await getsFocus(page.getByRole('link', { name: number }))
  }
  await page.keyboard.press('x')
  const chosen = page.getByRole('region', { name: 'Chosen orders' })
  await chosen.getByText('1 chosen').waitFor()
  await page.keyboard.press('Escape')
  await chosen.waitFor({ state: 'detached' })

  await page.keyboard.press('d')
  await page.getByRole('alertdialog', { name: `Deliver ${newer}?` }).waitFor()
  await page.keyboard.press('Escape')
  await getsFocus(page.getByRole('link', { name: newer }))

  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: `Order ${newer}` })
    .getByText(who.email)
    .first()
    .waitFor()
  await page.keyboard.press('j')
  await page
    .getByRole('dialog', { name: `Order ${older}` })
    .getByText(who.email)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await getsFocus(page.getByRole('link', { name: older }))

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'All keys' })
  await keys.getByText('row before').waitFor()
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  // Sent together: the second counts within two seconds of the first.
  const goTo = (key: string) => Promise.all([page.keyboard.press('g'), page.keyboard.press(key)])
  await goTo('p')
  await page.getByRole('heading', { level: 1, name: 'Manage Products' }).waitFor()
  // A skeleton has the heading too, and the history has the page only once it has loaded.
  await page.waitForURL('/dashboard/manageProducts')
  await goTo('o')
  await page.getByRole('heading', { level: 1, name: 'Manage All Orders' }).waitFor()
  await page.waitForURL('/dashboard/orders')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Manage Products' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: older }).waitFor()
  // The keys of the board are listened to only once its effects have run.
  await untilWhole(page)
  await page.keyboard.press('p')
  await page.getByRole('table', { name: 'Parts to pick' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: older }).focus()
  await page.keyboard.press('?')
  await keys.getByRole('checkbox', { name: 'Single keys are on' }).uncheck()
  await keys.getByRole('button', { name: 'Close' }).last().click()
  await keys.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.keyboard.press('k')
  await getsFocus(page.getByRole('link', { name: older }))
  expect(await keys.count()).toBe(0)
})

test('the pick list has what is chosen, or all that is to be sent, for paper', async () => {
  const [{ product, who, numbers }, { page }] = await Promise.all([paidOrders(3), anAdmin()])
  const [first = '', second = '', third = ''] = numbers
  await visit(page, boardOf(who.name))
  for (const number of [first, third]) await page.getByRole('checkbox', { name: `Choose ${number}` }).check()
  const chosen = page.getByRole('region', { name: 'Chosen orders' })
  await chosen.getByText('2 chosen').waitFor()
  await page.keyboard.press('p')
  const table = page.getByRole('table', { name: 'Parts to pick' })
  await table.getByText(third).waitFor()
  await page.getByText('2 orders, by part number').waitFor()
  expect(await table.getByText(product.name).count()).toBe(2)
  expect(await table.getByText(second).count()).toBe(0)
  expect(await page.getByText('$').count()).toBe(0)

  await page.route('**/api/allorders?*', (route, request) =>
    route.continue({ url: request.url().replace('limit=500', 'limit=2') }),
  )
  await visit(page, '/dashboard/orders/pick-list')
  for (const number of numbers) await table.getByText(number).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false)
})

test('an order that was cancelled is no paid one on the board, where its number finds it', async () => {
  const [product, buyer, { page }] = await Promise.all([aProduct(), aBuyer(), anAdmin()])
  const { number } = await anOrder(buyer, product)
  await visit(page, boardOf(number))
  const row = page.getByRole('row').filter({ hasText: number })
  await row.getByText('Not paid').waitFor()
  await row.getByRole('button', { name: /^Cancel/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await row.getByText('Cancelled').waitFor()
  expect(await row.getByText('Paid', { exact: true }).count()).toBe(0)
  await reload(page)
  await row.getByText('Cancelled').waitFor()
})
