import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { DESK, getsFocus, PHONE, toast, visit } from './person.ts'
import { aBuyer, anAdmin, aPaidList, aProduct, WHERE } from './standing.ts'

test('a buyer watches on a phone how an admin sends an order in two parcels, and a cut in between loses nothing', async () => {
  const [phone, admin] = await Promise.all([aBuyer(PHONE), anAdmin()])
  const { parts, order } = await aPaidList(phone)
  const page = `/dashboard/orders/${order.number}`
  const [first, second, third] = parts.map(({ name }) => name)
  await Promise.all([phone, admin].map((person) => visit(person.page, page)))
  const way = phone.page.getByRole('list', { name: 'The way of this order' })
  const live = phone.page.getByText(/^Live, last change/)
  await live.waitFor()
  await way.getByText('To be sent').waitFor()

  await admin.page.getByRole('textbox', { name: 'Carrier' }).fill('Quayline')
  await admin.page.getByRole('textbox', { name: 'Number of the parcel' }).fill('00 3404 1187')
  await admin.page.getByRole('checkbox', { name: `4 of ${third}` }).uncheck()
  await admin.page.getByRole('button', { name: 'Sent, tell the customer' }).click()
  await toast(admin.page, `${order.number} to ${phone.who.name}`)
  await phone.page.getByText('Sent, 2 of 3 lines').waitFor()
  await way.getByText('Quayline 00 3404 1187').waitFor()
  await phone.page.getByText(`Sent with Quayline 00 3404 1187: 4 of ${first}, 4 of ${second}.`).waitFor()

  await phone.context.setOffline(true)
  await phone.page.getByText(/^Last seen/).waitFor()
  expect(await admin.page.getByRole('textbox', { name: 'Carrier' }).inputValue()).toBe('Quayline')
  await admin.page.getByRole('textbox', { name: 'Number of the parcel' }).fill('00 3404 1188')
  await admin.page.getByRole('button', { name: 'Sent, tell the customer' }).click()
  await admin.page.getByText('Quayline 00 3404 1188').first().waitFor()
  expect(await way.getByText('00 3404 1188').count()).toBe(0)
  await phone.context.setOffline(false)
  await live.waitFor()
  await way.getByText('Quayline 00 3404 1188').waitFor()

  // Until then the admin can take the delivery back, and the buyer's word would make a wrong one final.
  await admin.page.getByRole('button', { name: /^Take back the delivery/ }).waitFor({ state: 'detached' })
  await phone.page.getByRole('button', { name: 'It arrived: Quayline 00 3404 1187' }).click()
  await toast(phone.page, 'Arrival noted')
  await admin.page.getByText(`Arrived: 4 of ${first}, 4 of ${second}.`).waitFor()
  expect(await phone.page.getByText(/^Sent with Quayline/).count()).toBe(2)
})

/** A page of the shop prints without its frame and its buttons, dark on white. */
async function printsBare(page: Page, number: string) {
  await visit(page, `/dashboard/orders/${number}`)
  const again = page.getByRole('link', { name: `Order again: ${number}` })
  await again.waitFor()
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  const colour = () => page.getByRole('heading', { level: 1 }).evaluate((it) => getComputedStyle(it).color)
  const onDark = await colour()
  await page.emulateMedia({ media: 'print' })
  const frame = ['banner', 'contentinfo', 'button'].map((role) => page.getByRole(role as 'banner'))
  for (const it of [again, page.getByText('Demonstration.'), ...frame]) expect(await it.first().isVisible()).toBe(false)
  expect(await colour()).not.toBe(onDark)
  expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: null })
}

test('a line of an unpaid order is cancelled on its page, then the whole order, and the page of an order and the receipt of a list print without bar and buttons', async () => {
  const buyer = await aBuyer(DESK)
  const { page } = buyer
  const paid = await aPaidList(buyer)
  const parts = await Promise.all([aProduct(), aProduct(), aProduct()])
  const lines = parts.map(({ _id: productId }) => ({ productId, quantity: 4, reference: '' }))
  const { number } = await ask(buyer.calls.checkouts.$post({ json: { ...WHERE, lines, price: 144 } }))
  await visit(page, '/dashboard/myorders')
  const row = page.getByRole('row').filter({ hasText: number })
  await row.getByText('3 lines').waitFor()
  await row.getByText('$144.00').waitFor()
  await row.getByRole('link', { name: `Pay for order ${number}` }).waitFor()
  await page.getByRole('button', { name: `Cancel ${parts[2]?.name}` }).waitFor()
  await row.getByRole('link', { name: number, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: `Order ${number}` }).waitFor()
  await page.getByRole('button', { name: `Cancel ${parts[1]?.name}` }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText(`Cancel order for ${parts[1]?.name}`).waitFor()
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText(`Cancelled ${parts[1]?.name}, 4 pieces. Nothing was charged for it.`).waitFor()
  await page.getByRole('region', { name: 'Sum and address' }).getByText('$96.00').waitFor()

  await page.getByRole('button', { name: 'Cancel order' }).click()
  const whole = page.getByRole('alertdialog', { name: 'Cancel the whole order?' })
  await whole.getByText(`All 2 lines of ${number}`).waitFor()
  await whole.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('Cancelled. Nothing was charged, and the pieces are back on the shelf.').waitFor()
  await getsFocus(page.getByRole('heading', { name: `Order ${number}` }))

  await printsBare(page, paid.order.number)
  await visit(page, `/receipt/${paid.order.number}`)
  for (const { name } of paid.parts) await page.getByText(name).waitFor()
  await page.emulateMedia({ media: 'print' })
  expect((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
