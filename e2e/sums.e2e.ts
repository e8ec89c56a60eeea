import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { sendZone, taxesNorway } from './at-shop.ts'
import { CARDS, fillCard, payButton } from './card.ts'
import { mailTo } from './mail.ts'
import { startShop } from './open-shop.ts'
import { aPerson, DESK, getsFocus, PHONE, toast, visit } from './person.ts'
import { aBuyer, anAdmin, verify } from './standing.ts'

/** Its zones, taxes, codes and groups would change the sums of all other journeys. */
let shop: Awaited<ReturnType<typeof startShop>>

beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.close())

test('an admin sets shipping, tax and a code, and without a line no zone is deleted, and the page stays; a buyer pays exactly that, and the receipt and the mail say the same', async () => {
  const { origin, dataDir } = shop
  const [{ page: admin, calls }, buyer] = await Promise.all([
    anAdmin({ ...DESK, provokes: /net::ERR_INTERNET_DISCONNECTED/, baseURL: origin }),
    aBuyer({ ...PHONE, baseURL: origin }),
  ])
  const { page, who } = buyer
  await verify(buyer, `${dataDir}/mail`)
  await sendZone(admin, { countries: 'Norway, Atlantis', order: '9.50', freeFrom: '200' })
  const countries = admin.getByLabel('Countries')
  await getsFocus(countries)
  await admin.getByText('Enter countries by name or code; “Atlantis” is none').waitFor()
  expect(await countries.getAttribute('aria-invalid')).toBe('true')
  await countries.fill('Norway, Sweden')
  await admin.getByRole('button', { name: 'Save' }).click()
  await toast(admin, 'The shipping zone is saved.')
  await taxesNorway(admin)
  await losesTheLine(admin)
  await visit(admin, '/dashboard/codes-groups')
  await admin.getByRole('button', { name: 'Add a code' }).click()
  await admin.getByLabel('Code', { exact: true }).fill('spring-26')
  await admin.getByLabel('Per cent off').fill('10')
  await admin.getByLabel('Uses in all').fill('1')
  await admin.getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('cell', { name: 'SPRING-26', exact: true }).waitFor()

  // Four evaporator fan motors for $72.00.
  await visit(page, '/products/ef-230')
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await page.getByRole('link', { name: 'your cart' }).click()
  await page.getByText('Shipping and tax are added once the country is told.').waitFor()
  const sum = page.getByRole('complementary', { name: 'Sum' })
  await page.getByLabel('Discount code').fill('nothing')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('There is no such code.').waitFor()
  await page.getByLabel('Discount code').fill('spring-26')
  await page.getByLabel('Discount code').press('Enter')
  await sum.getByText('−$7.20').waitFor()
  await page.getByRole('link', { name: 'Checkout' }).click()
  await sum.getByText('Parts', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Norway')
  await page.getByRole('textbox', { name: 'Address' }).fill('Storgata 1, Oslo')
  await sum.getByText('To pay', { exact: true }).waitFor()
  await sum.getByText('Shipping is free from $200.00 after the discount, excl. tax; $135.20 is missing.').waitFor()
  // 72.00 − 7.20 + 9.50 = 74.30, and a quarter of it.
  await sum.getByText('$92.88').waitFor()
  await page.getByLabel('For the shelf').check()
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await page.getByText('Test mode.').waitFor()
  await page.getByText('VAT 25 %').waitFor()
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await page.getByRole('heading', { name: 'Congrats! Your payment is completed.' }).waitFor()
  await page.getByRole('link', { name: 'Receipt' }).click()
  for (const told of ['Code SPRING-26', '−$7.20', '$9.50', 'VAT 25 %', '$18.58', '$92.88'])
    await page.getByText(told).first().waitFor()
  const mail = await mailTo(who.email, /Receipt/, `${dataDir}/mail`)
  for (const told of ['SPRING-26', '−$7.20', '$9.50', 'VAT 25 %', '$18.58', '$92.88']) expect(mail).toContain(told)

  await visit(page, '/products/ef-230')
  await page.getByRole('button', { name: 'Order Now' }).click()
  await page.getByRole('button', { name: 'Place Order', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Country' }).fill('Norway')
  await dialog.getByText('4 pieces at $18.00, excl. tax').waitFor()
  // 72.00 + 9.50, and a quarter of it.
  await dialog.getByText('To pay in all').waitFor()
  await dialog.getByText('$101.88', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Place Order', exact: true }).click()
  await toast(page, 'Yay! Order Success')

  await visit(admin, '/dashboard/codes-groups')
  await admin.getByRole('cell', { name: '1 of 1', exact: true }).waitFor()
  await admin.getByRole('button', { name: 'Add a group' }).click()
  await admin.getByLabel('Name').fill('Trade')
  await admin.getByLabel('Per cent off').fill('10')
  await admin.getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('cell', { name: 'Trade', exact: true }).waitFor()
  const fifty = Array.from({ length: 50 }, (_, at) => ({ name: `Fitters ${at}`, percent: '1', prices: [] }))
  await Promise.all(fifty.map((json) => ask(calls['price-groups'].$post({ json }))))
  await visit(admin, '/dashboard/codes-groups')
  await admin.getByRole('button', { name: 'Put somebody into a group' }).click()
  await admin.getByLabel('E-mail').fill(who.email)
  await admin.getByLabel('Price group', { exact: true }).selectOption('Trade')
  await admin.getByRole('button', { name: 'Save' }).click()
  await admin.getByRole('cell', { name: who.email }).waitFor()

  // The country that the till was told adds a quarter; the shop shows prices without it.
  await visit(page, '/products/ef-230')
  await page.getByText('Your price, Trade, excl. tax').waitFor()
  const total = page.getByLabel('Total price', { exact: true })
  expect(await total.textContent()).toBe('$64.80')
  await page.getByText('$72.00', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Order Now' }).click()
  await page.getByText('VAT 25 % comes to it: $16.20').waitFor()
  expect(await total.textContent()).toBe('$64.80')
  await visit(page, '/products?category=fan-motors')
  await page.getByText(', prices excl. tax').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'EF-230' }).getByText('$64.80').waitFor()
  await visit(page, '/compare?p=ef-230,ef-231')
  await page.getByRole('cell', { name: '$16.20' }).first().waitFor()
  const stranger = await aPerson({ ...PHONE, baseURL: origin })
  const asked: string[] = []
  stranger.page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(stranger.page, '/products?category=fan-motors')
  await stranger.page.getByRole('listitem').filter({ hasText: 'EF-230' }).getByText('$72.00').waitFor()
  expect(asked).not.toContain('/api/prices')
  await visit(admin, '/dashboard/shipping-tax')
  const tick = admin.getByRole('checkbox', { name: /with their tax/ })
  await tick.press('Space')
  await toast(admin, 'Carts show sums with their tax.')
  await getsFocus(tick)
  await visit(page, '/products/ef-230')
  await page.getByText('Your price, Trade, incl. VAT 25 %').waitFor()
  expect(await total.textContent()).toBe('$81.00')
})

/** Tries to delete a zone without a line, and deletes it once there is a line again. */
async function losesTheLine(admin: Page) {
  await sendZone(admin, { name: 'Baltic', countries: 'Latvia', order: '9.50' })
  await toast(admin, 'The shipping zone is saved.')
  const remove = admin.getByRole('button', { name: 'Delete Baltic' })
  await remove.click()
  const question = admin.getByRole('alertdialog', { name: 'Delete Baltic?' })
  await question.getByRole('button', { name: 'Delete' }).waitFor()
  await admin.context().setOffline(true)
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast(admin, 'The shop cannot be reached.')
  await expect.poll(() => remove.isVisible()).toBe(true)
  await admin.context().setOffline(false)
  await remove.click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast(admin, 'Baltic is deleted.')
}

test('two admins who change one code or one group at once each see what the other saved, and neither is undone', async () => {
  // Where the last day of a code has ended when it ends in UTC.
  const { page, calls } = await anAdmin({ timezoneId: 'Pacific/Auckland' })
  const [code, name] = [`AUTUMN-${Date.now()}`, `Service ${Date.now()}`]
  const save = () => page.getByRole('button', { name: 'Save' }).click()
  const typedIn = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
  const { _id: codeId } = await ask(calls['discount-codes'].$post({ json: { code, percent: 20, mostUses: 100 } }))
  const { _id: groupId } = await ask(calls['price-groups'].$post({ json: { name, percent: 10 } }))
  await visit(page, '/dashboard/codes-groups')
  await page.getByRole('button', { name: `Change ${code}` }).click()
  const theirs = { code, percent: 5, mostUses: 1, version: 1 }
  await ask(calls['discount-codes'][':id'].$put({ param: { id: codeId }, json: theirs }))
  await page.getByLabel('Last day').fill('2031-03-31')
  await save()
  await page.getByText('Somebody else changed this code meanwhile.').waitFor()
  await page.getByText('Now saved: Per cent off 5, Uses in all 1.').waitFor()
  expect([await typedIn('Per cent off'), await typedIn('Last day')]).toEqual(['5', '2031-03-31'])
  await save()
  const row = page.getByRole('row').filter({ hasText: code })
  await row.getByText('to 31 March 2031').waitFor()
  for (const told of ['5 %', '0 of 1']) await row.getByText(told).waitFor()

  await page.getByRole('button', { name: `Change ${name}` }).click()
  const prices = ['EF-230', 'EF-231'].map((part) => ({ part, unitPrice: 61.5 }))
  const json = { name, percent: 15, prices, version: 1 }
  await ask(calls['price-groups'][':id'].$put({ param: { id: groupId }, json }))
  await page.getByLabel('Per cent off').fill('12')
  await save()
  await page.getByText(/Now saved: Per cent off list prices 15, Prices of its own EF-23\d 61\.5; EF-23\d/).waitFor()
  expect(await typedIn('Per cent off list prices')).toBe('12')
  await page.getByRole('button', { name: 'All theirs' }).click()
  await expect.poll(() => typedIn('Per cent off list prices')).toBe('15')
  await page.getByLabel('Per cent off').fill('12')
  await save()
  await toast(page, 'The price group is saved.')
  await page.getByRole('row', { name: new RegExp(`${name}.*12 %.*2`) }).waitFor()
})
