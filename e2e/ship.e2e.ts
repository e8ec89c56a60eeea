import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { expectToBeWell } from './axe.ts'
import { mailTo } from './mail.ts'
import { getsFocus, ONCE_MORE, PHONE, reload, toast, visit } from './person.ts'
import {
  aBuyer,
  anAdmin,
  anOrder,
  aPaidList,
  aProduct,
  aStranger,
  asAdmin,
  payByCalls,
  verify,
  WHERE,
} from './standing.ts'

/** A paid order of a buyer with a unique name. */
async function aPaidOrder() {
  const who = aStranger(`Polar ${crypto.randomUUID().slice(0, 6)}`)
  const [product, buyer] = await Promise.all([aProduct(), aBuyer({}, who)])
  const order = await payByCalls(
    buyer,
    await anOrder(buyer, product, { ...WHERE, address: 'Dock Street 4\n5003 Bergen' }),
  )
  return { product, buyer, order }
}

test('an admin finds an order, delivers it, takes it back, delivers it again and prints its slip', async () => {
  const [{ product, buyer, order }, { page }] = await Promise.all([aPaidOrder(), anAdmin()])
  const { number } = order
  const link = page.getByRole('link', { name: number })
  await visit(page, '/dashboard/orders')
  for (const words of [`ph${number.slice(3)}`, buyer.who.name.toUpperCase(), product.name]) {
    await page.getByRole('searchbox', { name: 'Search' }).fill(words)
    await page.waitForURL((url) => url.searchParams.get('q') === words)
    await page.getByText('1 to 1 of 1').waitFor()
    await link.waitFor()
  }
  await link.click()
  await page.getByRole('link', { name: 'Whole page' }).click()
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor()
  const facts = page.getByRole('region', { name: 'Sum and address' })
  for (const words of [buyer.who.email, '5003 Bergen', 'Norway', '22000140']) await facts.getByText(words).waitFor()
  await page.getByRole('link', { name: product.name }).waitFor()

  await page.getByText('What cannot be sent stays open.').waitFor()
  const send = page.getByRole('button', { name: 'Sent, tell the customer' })
  await page.getByRole('textbox', { name: 'Carrier' }).fill('Quayline')
  const typed = page.getByRole('textbox', { name: 'Number of the parcel' })
  await typed.fill('00 3404 1187')
  await page.getByRole('checkbox', { name: /^4 of / }).uncheck()
  expect(await send.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: /^4 of / }).check()
  await typed.press('Enter')
  await toast(page, `${number} to ${buyer.who.name}`)
  const takeBack = page.getByRole('button', { name: `Take back the delivery of ${number}` })
  const sent = page.getByText('Sent. The customer is not told, since')
  await getsFocus(sent)
  // A scanner may end its number twice.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await getsFocus(takeBack)
  await page.keyboard.press('Enter')
  await toast(page, `${number} waits to be sent again.`)
  await send.waitFor()
  await page.getByText('Delivery taken back before the customer was told.').waitFor()

  await send.click()
  await takeBack.waitFor()
  await takeBack.waitFor({ state: 'detached' })
  await getsFocus(sent)

  await page.getByRole('link', { name: 'Packing slip' }).click()
  await page.getByRole('heading', { name: `Packing slip ${number}` }).waitFor()
  await page.getByText('5003 Bergen').waitFor()
  expect(await page.getByText('$').count()).toBe(0)
  await page.emulateMedia({ media: 'print' })
  expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

/** A delivery on the board, by the row of an order. */
const onTheBoard = (page: Page, { product, buyer, order }: Awaited<ReturnType<typeof aPaidOrder>>) => ({
  deliver: page.getByRole('button', { name: `Deliver ${product.name} to ${buyer.who.email}` }),
  confirm: page.getByRole('alertdialog').getByRole('button', { name: 'Deliver' }),
  takeBack: page.getByRole('button', { name: `Take back the delivery of ${order.number}` }),
  /** The toast that says it was made. */
  slip: page.getByRole('status').filter({ hasText: 'Deleverd Success' }),
})

test('a delivery is taken back from its toast or in its row, and no slip says then that it was made; ten seconds after it the pane beside the board does not offer that', async () => {
  const [standing, { page }] = await Promise.all([aPaidOrder(), anAdmin()])
  await visit(page, `/dashboard/orders?q=${standing.order.number}`)
  const { deliver, confirm, takeBack, slip } = onTheBoard(page, standing)
  for (const press of [slip.getByRole('button', { name: 'Take back' }), takeBack]) {
    await deliver.click()
    await confirm.click()
    await slip.waitFor()
    await press.click()
    await toast(page, 'Delivery taken back')
    await slip.waitFor({ state: 'detached' })
  }
  await deliver.click()
  await confirm.click()
  await takeBack.waitFor()
  await takeBack.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: standing.order.number }).click()
  const pane = page.getByRole('dialog', { name: `Order ${standing.order.number}` })
  await pane.getByRole('link', { name: 'Whole page' }).waitFor()
  expect(await pane.getByRole('button', { name: /^Take back/ }).count()).toBe(0)
})

test('a delivery whose answer was lost is shown as made, and taken back; a line that is lost after it leaves the list', async () => {
  const [standing, { page, context }] = await Promise.all([
    aPaidOrder(),
    anAdmin({ provokes: /ERR_CONNECTION_RESET|ERR_INTERNET_DISCONNECTED/ }),
  ])
  const { buyer, order } = standing
  const made = `**/api/paidorders/${order._id}`
  const { deliver, confirm, takeBack } = onTheBoard(page, standing)
  await visit(page, `/dashboard/orders?q=${order.number}`)
  await deliver.click()
  // Both at once, because the delivery can be taken back for ten seconds alone.
  const loseAnswer = async (route: Route) => {
    await route.fetch(ONCE_MORE)
    await route.abort('connectionreset')
  }
  await page.route(made, loseAnswer, { times: 2 })
  await confirm.click()
  await toast(page, `${order.number} to ${buyer.who.name}`)
  await takeBack.click()
  await toast(page, `${order.number} waits to be sent again.`)

  await deliver.click()
  await page.route(made, async (route) => {
    const response = await route.fetch(ONCE_MORE)
    await context.setOffline(true)
    await route.fulfill({ response })
  })
  await confirm.click()
  await toast(page, `${order.number} to ${buyer.who.name}`)
  await deliver.waitFor()
  await context.setOffline(false)
  await takeBack.waitFor()
})

test('a buyer sees the page of an order, cancels it there, and still sees what became of it', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer(PHONE)])
  const { page } = buyer
  const { number, createdAt } = await anOrder(buyer, product)
  await visit(page, '/dashboard/myorders')
  const row = page.getByRole('row').filter({ hasText: number })
  expect(await row.locator('time').getAttribute('datetime')).toBe(createdAt)
  await row.getByText(/\d\d:\d\d$/).waitFor()
  await row.getByText('Dock Street 4, Norway').waitFor()
  await row.getByRole('link', { name: product.name, exact: true }).waitFor()
  await row.getByRole('link', { name: number }).click()
  await page.getByRole('heading', { name: `Order ${number}` }).waitFor()
  await page.getByRole('link', { name: 'Pay', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Deliver' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Cancelled. Nothing was charged, and the pieces are back on the shelf.').waitFor()
  await getsFocus(page.getByRole('heading', { name: `Order ${number}` }))
  await reload(page)
  await page.getByRole('list', { name: 'The way of this order' }).getByText('Cancelled').waitFor()
})

test('a parcel that could not be sent keeps what was typed, so does the next one, and each parcel has a slip of its own', async () => {
  const [buyer, { page, context }] = await Promise.all([aBuyer(), anAdmin({ provokes: /ERR_INTERNET_DISCONNECTED/ })])
  const { parts, order } = await aPaidList(buyer)
  const [first = '', , third = ''] = parts.map(({ name }) => name)
  await visit(page, `/dashboard/orders/${order.number}`)
  const number = page.getByRole('textbox', { name: 'Number of the parcel' })
  const last = page.getByRole('checkbox', { name: `4 of ${third}` })
  const send = page.getByRole('button', { name: 'Sent, tell the customer' })
  await page.getByRole('textbox', { name: 'Carrier' }).fill('Quayline')
  await number.fill('00 3404 1187')
  await last.uncheck()
  await context.setOffline(true)
  await send.click()
  await page.getByText('The shop cannot be reached.').first().waitFor()
  expect(await number.inputValue()).toBe('00 3404 1187')
  expect(await last.isChecked()).toBe(false)
  await context.setOffline(false)
  const answered = Promise.withResolvers<void>()
  await context.route('**/sent', async (route) => {
    const response = await route.fetch(ONCE_MORE)
    await answered.promise
    await route.fulfill({ response })
  })
  const sent = page.waitForRequest('**/sent')
  await send.click()
  await sent
  await number.fill('00 3404 1190')
  answered.resolve()
  await page.getByText('Sent. The customer is not told, since their e-mail is not verified.').waitFor()
  await expect.poll(() => last.isChecked()).toBe(true)
  expect(await number.inputValue()).toBe('00 3404 1190')

  const table = page.getByRole('table', { name: 'Parts in this parcel' })
  await page.getByRole('link', { name: 'Packing slip' }).click()
  await table.getByText(third).waitFor()
  expect(await table.getByText(first).count()).toBe(0)
  await page.goBack()
  await page.getByRole('link', { name: 'Slip of Quayline 00 3404 1187' }).click()
  await table.getByText(first).waitFor()
  await page.getByText('Parcel 1, Quayline 00 3404 1187').waitFor()
  expect(await table.getByText(third).count()).toBe(0)
})

test("another customer's order has neither page nor payment, and a customer prints no slip", async () => {
  const [{ buyer, order, product }, other] = await Promise.all([aPaidOrder(), aBuyer()])
  const { page } = buyer
  const theirs = await anOrder(other, product)
  await visit(page, `/dashboard/orders/${theirs.number}`)
  await page.getByText('No order of yours has this number.').waitFor()
  await visit(page, `/dashboard/payment/${theirs._id}`)
  await page.getByRole('alert').waitFor()
  await page.getByText('An order that was cancelled or has expired is not here any more.').waitFor()
  await visit(page, `/dashboard/orders/${order.number}/slip`)
  await page.getByText('Only admins print packing slips.').waitFor()
})

test('a delivery that the customer was told of is corrected with a reason, which is mailed', async () => {
  const [{ buyer, order }, { page }] = await Promise.all([aPaidOrder(), anAdmin()])
  await verify(buyer)
  const parcel = { param: { id: order.checkoutId }, json: { carrier: 'Quayline', number: '00 3404 1187' } }
  await ask((await asAdmin()).checkouts[':id'].sent.$patch(parcel))
  await mailTo(buyer.who.email, /^Your order is delivered/)
  await visit(page, `/dashboard/orders/${order.number}`)
  await page.getByRole('button', { name: /^Correct the delivery/ }).click()
  const dialog = page.getByRole('dialog', { name: `Correct the delivery of ${order.number}?` })
  await dialog.getByText('The audit log shows it, too, until they delete their account.').waitFor()
  await dialog.getByRole('button', { name: 'Correct, tell the customer' }).click()
  await dialog.getByText('Say why').waitFor()
  await dialog.getByLabel('Reason').fill('The parcel stands here still.')
  await expectToBeWell(page, { name: 'the correction of a delivery' })
  await dialog.getByRole('button', { name: 'Correct, tell the customer' }).click()
  await toast(page, 'Delivery corrected.')
  await page.getByRole('button', { name: 'Sent, tell the customer' }).waitFor()
  await page.getByText('Delivery corrected: The parcel stands here still.').waitFor()
  await page.getByText('Sent with Quayline 00 3404 1187.').waitFor()
  expect(await mailTo(buyer.who.email, /^Your order has not left yet/)).toContain('The parcel stands here still.')
})
