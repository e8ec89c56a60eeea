import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { formatMoney } from '../src/ui/format-money.ts'
import { dayInUtc } from '../src/ui/format-time.ts'
import { mailTo } from './mail.ts'
import { PHONE, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct, payByCalls, verify } from './standing.ts'

const KALT = { company: 'Kalt GmbH', taxNumber: 'DE136695976' }

test('the company, note and day of an order stand on its page, receipt, packing slip and mail, its tax number where tax is told', async () => {
  // Where it is another day than in UTC now.
  const timezoneId = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-14'
  const [buyer, admin] = await Promise.all([aBuyer({ ...PHONE, timezoneId }), anAdmin({ timezoneId })])
  await verify(buyer)
  const parts = await Promise.all([aProduct(), aProduct({ unitPrice: 12 })])
  const lines = parts.map(({ _id: productId }) => ({ productId, quantity: 4, reference: '' }))
  const where = { country: 'Germany', address: 'Hafenstraße 9, Kiel', note: 'Ring at the yard gate.' }
  const order = await ask(buyer.calls.checkouts.$post({ json: { ...KALT, ...where, lines, price: 60 } }))
  const { number, createdAt } = await payByCalls(buyer, order)
  const day = dayInUtc(createdAt)
  for (const { page } of [buyer, admin]) {
    await visit(page, `/dashboard/orders/${number}`)
    const sum = page.getByRole('region', { name: 'Sum and address' })
    for (const told of [KALT.company, KALT.taxNumber]) await sum.getByText(told).waitFor()
  }
  await visit(admin.page, `/dashboard/orders/${number}/slip`)
  await admin.page.getByText(KALT.company, { exact: true }).waitFor()
  await admin.page.getByText(where.note).waitFor()
  await admin.page.getByText(`${number}, ${day}`).waitFor()
  expect(await admin.page.getByText(KALT.taxNumber).count()).toBe(0)
  await visit(buyer.page, `/receipt/${number}`)
  // Ordered and paid on it.
  await buyer.page.getByText(day, { exact: true }).nth(1).waitFor()
  const prices = buyer.page.locator('td[data-l="Price"]').filter({ visible: true })
  await expect.poll(() => prices.allInnerTexts()).toEqual(order.orders.map(({ price }) => formatMoney(price)))
  const mail = await mailTo(buyer.who.email, /^Receipt/)
  for (const told of [KALT.company, KALT.taxNumber]) expect(mail).toContain(told)
})
