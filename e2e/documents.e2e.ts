import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { formatMoney } from '../src/ui/format-money.ts'
import { dayInUtc } from '../src/ui/format-time.ts'
import { mailTo } from './mail.ts'
import { PHONE, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aPaidList, aProduct, payByCalls, verify } from './standing.ts'

const KALT = { company: 'Kalt GmbH', taxNumber: 'DE136695976' }

test('the company of an order stands on its page, its packing slip and its mail, and its tax number where tax is told', async () => {
  const [buyer, product, admin] = await Promise.all([aBuyer(), aProduct(), anAdmin()])
  await verify(buyer)
  const order = await anOrder(buyer, product)
  const json = { ...KALT, country: 'Germany', address: 'Hafenstraße 9, Kiel' }
  await ask(buyer.calls.orders[':id'].delivery.$patch({ param: { id: order._id }, json }))
  await payByCalls(buyer, order)
  for (const { page } of [buyer, admin]) {
    await visit(page, `/dashboard/orders/${order.number}`)
    const sum = page.getByRole('region', { name: 'Sum and address' })
    for (const told of [KALT.company, KALT.taxNumber]) await sum.getByText(told).waitFor()
  }
  await visit(admin.page, `/dashboard/orders/${order.number}/slip`)
  await admin.page.getByText(KALT.company, { exact: true }).waitFor()
  expect(await admin.page.getByText(KALT.taxNumber).count()).toBe(0)
  const mail = await mailTo(buyer.who.email, /^Receipt/)
  for (const told of [KALT.company, KALT.taxNumber]) expect(mail).toContain(told)
})

test('what a buyer notes for the delivery stands on the packing slip, and on a phone a receipt has the price of each line', async () => {
  const [buyer, admin] = await Promise.all([aBuyer(PHONE), anAdmin()])
  const { order } = await aPaidList(buyer, { note: 'Ring at the yard gate.' })
  await visit(admin.page, `/dashboard/orders/${order.number}/slip`)
  await admin.page.getByText('Ring at the yard gate.').waitFor()
  await visit(buyer.page, `/receipt/${order.number}`)
  const prices = buyer.page.locator('td[data-l="Price"]').filter({ visible: true })
  await expect.poll(() => prices.allInnerTexts()).toEqual(order.orders.map(({ price }) => formatMoney(price)))
})

test('the last day of a code is the one that was entered, wherever its admin is', async () => {
  const { page, calls } = await anAdmin({ timezoneId: 'Pacific/Auckland' })
  const code = `NYE-${crypto.randomUUID().slice(0, 8)}`.toUpperCase()
  const json = { code, percent: 10, endsAt: '2099-12-31T23:59:59.000Z' }
  await ask(calls['discount-codes'].$post({ json }))
  await visit(page, '/dashboard/codes-groups')
  await page.getByRole('row', { name: code }).getByText('to 31 December 2099').waitFor()
})

test('the day of an order is the same on its receipt and its packing slip, wherever they are printed', async () => {
  // Where it is another day than in UTC now.
  const timezoneId = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-14'
  const [buyer, product, admin] = await Promise.all([aBuyer({ timezoneId }), aProduct(), anAdmin({ timezoneId })])
  const { number, createdAt } = await payByCalls(buyer, await anOrder(buyer, product))
  const day = dayInUtc(createdAt)
  await visit(buyer.page, `/receipt/${number}`)
  // Ordered and paid on it.
  await buyer.page.getByText(day, { exact: true }).nth(1).waitFor()
  await visit(admin.page, `/dashboard/orders/${number}/slip`)
  await admin.page.getByText(`${number}, ${day}`).waitFor()
})
