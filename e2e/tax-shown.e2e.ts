import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendZone, taxesNorway } from './at-shop.ts'
import { CARDS, fillCard, payButton } from './card.ts'
import { mailTo } from './mail.ts'
import { startShop } from './open-shop.ts'
import { check } from './pasted.ts'
import { DESK, PHONE, toast, visit } from './person.ts'
import { aBuyer, anAdmin, verify } from './standing.ts'

const centsIn = (text: string) => Math.round(Number(/\$([\d,]+\.\d\d)/.exec(text)?.[1]?.replaceAll(',', '')) * 100)
/** The sum beside or under a label. */
const centsAt = (text: string, label: string) => centsIn(text.slice(text.indexOf(label) + label.length))
const sumOf = (texts: string[]) => texts.reduce((sum, text) => sum + centsIn(text), 0)

/** Whether the sum of the bar lies over the words beside it. */
function isCovered(bar: Element) {
  const [words, sum] = [bar.firstElementChild, bar.querySelector('.amt')].map((it) => {
    const text = document.createRange()
    if (it) text.selectNodeContents(it)
    return text.getBoundingClientRect()
  })
  if (!words || !sum) return true
  return words.right > sum.left && words.left < sum.right && words.bottom > sum.top && words.top < sum.bottom
}

/** Its zone, tax and ways to show them would change the sums of all other journeys. */
let shop: Awaited<ReturnType<typeof startShop>>

beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop?.close())

/** A new customer of this shop, whose address is verified. */
async function aCustomer(browser: Parameters<typeof aBuyer>[0]) {
  const buyer = await aBuyer({ ...browser, baseURL: shop.origin })
  await verify(buyer, `${shop.dataDir}/mail`)
  return buyer
}

const ADDED_LATER = 'Shipping and tax are added once the country is told.'

/** Goes on to the dialog that orders four evaporator fan motors for $72.00. */
async function opensDialog(page: Page) {
  await visit(page, '/products/ef-230')
  await page.getByRole('button', { name: 'Order Now' }).click()
  await page.getByRole('button', { name: 'Place Order', exact: true }).click()
  return page.getByRole('dialog')
}

test('no screen and no mail calls the sum of an order what is to be paid before its country is known, and each says which of its sums have the tax in them', async () => {
  const { page: admin } = await anAdmin({ ...DESK, baseURL: shop.origin })
  await sendZone(admin, { countries: 'Norway', order: '9.50', freeFrom: '300' })
  await taxesNorway(admin)
  await buysBeforeCountryIsKnown(admin)

  await visit(admin, '/dashboard/shipping-tax')
  await admin.getByRole('checkbox', { name: /with their tax/ }).click()
  await toast(admin, 'Carts show sums with their tax.')
  await buysWithTaxShown()
})

async function buysBeforeCountryIsKnown(admin: Page) {
  const { page, who } = await aCustomer({ ...PHONE, provokes: /net::ERR_FAILED/ })
  const dialog = await opensDialog(page)
  const country = dialog.getByRole('textbox', { name: 'Country' })
  await country.fill('Norway')
  // 72.00 + 9.50, and a quarter of it.
  await dialog.getByText('To pay in all').waitFor()
  await dialog.getByText('$101.88', { exact: true }).waitFor()
  await country.fill('Norge')
  await dialog.getByText('4 pieces at $18.00, excl. shipping and tax').waitFor()
  await dialog.getByText(ADDED_LATER).waitFor()
  expect(await dialog.innerText()).not.toContain('To pay')
  await dialog.getByRole('button', { name: 'Place Order', exact: true }).click()
  await toast(page, 'Yay! Order Success')

  const isOfParts = (text: string) => {
    expect(centsAt(text, 'Parts')).toBe(7200)
    expect(text).not.toContain('To pay')
  }
  const mail = await mailTo(who.email, /^Your order at/, `${shop.dataDir}/mail`)
  isOfParts(mail)
  expect(mail.replace(/\s+/g, ' ')).toContain(ADDED_LATER)
  await visit(page, '/dashboard/myorders')
  await page.getByRole('row').filter({ hasText: 'excl. shipping and tax' }).getByText('$72.00').waitFor()
  await page.getByRole('link', { name: /^PH-/ }).first().click()
  const facts = page.getByRole('region', { name: 'Sum and address' })
  await facts.getByText(ADDED_LATER).waitFor()
  isOfParts(await facts.innerText())
  await visit(admin, '/dashboard/orders')
  await admin.getByRole('link', { name: /^PH-/ }).first().click()
  const pane = admin.getByRole('dialog', { name: /^Order PH-/ })
  await pane.getByText('excl. shipping and tax').waitFor()
  isOfParts(await pane.innerText())

  await page.getByRole('link', { name: 'Pay', exact: true }).click()
  const order = page.getByRole('region', { name: 'Order', exact: true })
  await order.getByText(ADDED_LATER).waitFor()
  isOfParts(await order.innerText())
  await page.getByRole('combobox', { name: 'Country' }).selectOption('Norway')
  await page.getByRole('textbox', { name: 'Address' }).fill('Storgata 1, Oslo')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await order.getByText('To pay').waitFor()
  expect(centsAt(await order.innerText(), 'To pay')).toBe(10_188)
  await visit(page, '/dashboard/myorders')
  await page.getByRole('row').getByText('$101.88').waitFor()
  expect(await page.getByText('excl. shipping and tax').count()).toBe(0)

  await buysWithoutQuote(page)
}

/** An order for a country of which no quote can be had is refused once, and its price is told. */
async function buysWithoutQuote(page: Page) {
  await page.route('**/api/quote', (route) => route.abort())
  const dialog = await opensDialog(page)
  await dialog.getByRole('textbox', { name: 'Country' }).fill('Norway')
  await dialog.getByRole('button', { name: 'Place Order', exact: true }).click()
  await dialog.getByText('The price is $101.88 now. Look at it and order again.', { exact: true }).waitFor()
  await dialog.getByText('To pay in all').waitFor()
  await dialog.getByRole('button', { name: 'Place Order', exact: true }).click()
  await toast(page, 'Yay! Order Success')
  await visit(page, '/dashboard/myorders')
  await expect.poll(() => page.getByRole('row').getByText('$101.88').count()).toBe(2)
}

async function buysWithTaxShown() {
  const { page, who } = await aCustomer(DESK)
  await visit(page, '/quick-order')
  const bar = page.locator('.sumbar')
  await check(page, 'EF-230, 12\nEF-231, 4\nNOBODYS-1, 4')
  await bar.getByText('the rest stays here').waitFor()
  for (const width of [320, 375, 820, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await bar.evaluate(isCovered), `${width} pixels`).toBe(false)
  }
  await check(page, 'EF-230, 12\nEF-231, 4')
  await bar.getByText('2 of 2 lines').waitFor()
  const net = centsIn(await bar.locator('.amt').innerText())
  expect(sumOf(await page.locator('td.line1').allInnerTexts())).toBe(net)
  await page.getByRole('button', { name: 'Put 2 lines into the cart' }).click()
  await page.getByText('Its lines are priced excl. tax.').waitFor()
  expect(sumOf(await page.locator('.sumn').allInnerTexts())).toBe(net)
  await page.getByRole('link', { name: 'Checkout' }).click()

  await page.getByRole('combobox', { name: 'Country' }).selectOption('Norway')
  await page.getByRole('textbox', { name: 'Address' }).fill('Storgata 1, Oslo')
  await page.getByLabel('For the shelf').check()
  await page.getByRole('columnheader', { name: 'Total, excl. tax' }).waitFor()
  expect(sumOf(await page.locator('.short td:last-child').allInnerTexts())).toBe(net)
  const sum = page.getByRole('complementary', { name: 'Sum' })
  await sum.getByText('2 lines, 16 pieces, incl. tax').waitFor()
  const shown = await sum.innerText()
  // A quarter of all that is added; the rows with tax come to the total.
  const total = Math.round((net + 950) * 1.25)
  expect(centsAt(shown, '2 lines, 16 pieces, incl. tax') + centsAt(shown, 'Shipping')).toBe(total)
  expect(centsAt(shown, 'VAT 25 % in it')).toBe(total - net - 950)
  const [from, missing] = [30_000, 30_000 - net].map((cents) => `$${(cents / 100).toFixed(2)}`)
  await sum.getByText(`Shipping is free from ${from}, excl. tax: add ${missing} more.`).waitFor()
  await page.getByRole('button', { name: 'Place and pay' }).click()

  await page.getByText('Test mode.').waitFor()
  const isWhole = (text: string, label: string) => {
    expect(centsAt(text, 'Parts, excl. tax')).toBe(net)
    expect(net + centsAt(text, 'Shipping') + centsAt(text, 'VAT 25 %')).toBe(total)
    expect(centsAt(text, label)).toBe(total)
  }
  isWhole(await page.getByRole('region', { name: 'Order', exact: true }).innerText(), 'To pay')
  isWhole(await mailTo(who.email, /^Your order at/, `${shop.dataDir}/mail`), 'To pay')
  await fillCard(page, CARDS.good)
  await payButton(page).click()
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByRole('heading', { name: 'Receipt' }).waitFor()
  isWhole(await page.locator('.sumup').innerText(), 'Total paid, US dollars')
  await visit(page, '/dashboard/myorders')
  await page.getByRole('link', { name: /^PH-/ }).first().click()
  isWhole(await page.getByRole('region', { name: 'Sum and address' }).innerText(), 'Paid')
  await visit(page, '/dashboard/myorders')
  const prices = page.getByRole('row').filter({ hasText: 'excl. tax' })
  await prices.first().waitFor()
  expect(sumOf(await prices.allInnerTexts())).toBe(net)
  await page
    .getByRole('row')
    .filter({ hasText: `$${(total / 100).toFixed(2)}` })
    .waitFor()
}
