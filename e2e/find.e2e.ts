import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { saveAppliance } from './appliances.ts'
import { aPerson, PHONE, reload, toast, untilWhole, visit } from './person.ts'
import { BOX } from './standing.ts'

test('by the keyboard alone: "/" goes to the box and marks its words, an odd number is read, Down and Enter open the part; words with a wrong letter find parts, and what nobody has is said with a way on', async () => {
  const { page } = await aPerson()
  await visit(page, '/blog')
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: BOX })
  await expect.poll(() => box.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('ef.23')
  await page.getByRole('option', { name: /^EF-230/ }).waitFor()
  expect(await box.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: /^EF-230/, selected: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: /^EF-230/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: /^EF-230/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Evaporator fan motor' }).waitFor()

  await box.fill('evaporater fan moter')
  await page
    .getByRole('option', { name: /Evaporator fan motor/ })
    .first()
    .waitFor()
  await box.fill('ef-2')
  await box.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('q') === 'ef-2')
  // A page that has just come takes the focus.
  await untilWhole(page)
  await box.blur()
  await page.keyboard.press('/')
  await page.keyboard.type('zzzzzz')
  expect(await box.inputValue()).toBe('zzzzzz')
  await page.getByText('No part, model or symptom reads “zzzzzz”.').waitFor()
  await box.press('Enter')
  await page.getByText('No product is called “zzzzzz”.').waitFor()
})

test('parts are narrowed down in the address, Back widens again, and a row is added to the cart by its boxes', async () => {
  const { page } = await aPerson()
  await visit(page, '/products?view=table')
  await page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^Fans/ }).click()
  await page.getByRole('link', { name: /^Fan motors/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Fan motors' }).waitFor()
  await page.getByLabel(/^condenser/).check()
  await page.waitForURL((url) => url.searchParams.get('attr.use') === 'condenser')
  await page.getByRole('row', { name: /EF-230/ }).waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('row', { name: /EF-230/ }).waitFor()
  expect(await page.getByLabel(/^condenser/).isChecked()).toBe(false)
  const row = page.getByRole('row', { name: /EF-230/ })
  await row.getByLabel('Quantity of EF-230').fill('9')
  await row.getByLabel('Quantity of EF-230').press('Enter')
  await toast(page, 'Please enter a valid quantity!')
  await row.getByLabel('Quantity of EF-230').fill('8')
  await row.getByLabel('Quantity of EF-230').press('Enter')
  await row.getByText('8 in the cart').waitFor()
  await row.getByRole('button', { name: /^Add .*EF-230 to the cart/ }).click()
  await row.getByText('16 in the cart').waitFor()
})

test('parts are ticked in a list and compared: what differs is marked, one goes, one comes by its number; each is compared by the names and units of its own, and on a phone by what is shown', async () => {
  const { page } = await aPerson()
  await visit(page, '/products?category=fan-motors&view=table')
  for (const number of ['EF-230', 'EF-231', 'CF-230'])
    await page.getByLabel(new RegExp(`^Compare .* ${number}$`)).check()
  await reload(page)
  const tray = page.getByRole('region', { name: 'To compare' })
  await tray.getByRole('button', { name: 'Take CF-230 away' }).click()
  await tray.getByRole('link', { name: 'Compare 2' }).click()
  await page.getByRole('heading', { level: 1, name: 'Compare 2 fan motors' }).waitFor()
  expect(new URL(page.url()).search).toBe('?p=ef-230,ef-231')
  const table = page.getByRole('table', { name: 'Parts side by side' })
  expect(await table.getByRole('row', { name: /^Bearing.*differs ball sleeve/ }).count()).toBe(1)
  const same = table.getByRole('row', { name: /^Power 4/ })
  await same.waitFor()
  await page.getByLabel('Only what differs').check()
  await same.waitFor({ state: 'hidden' })
  await page.getByLabel('A third part').first().fill('no such 1')
  await page.getByRole('button', { name: 'Put it here' }).first().click()
  await page.getByText('No part has the number no such 1.').first().waitFor()
  await page.getByLabel('A third part').first().fill('ef 115')
  await page.getByRole('button', { name: 'Put it here' }).first().click()
  await page.waitForURL((url) => url.search === '?p=ef-230,ef-231,ef-115')
  await page.getByRole('button', { name: 'Add Evaporator fan motor EF-230 to the cart' }).click()
  await table.getByRole('status').filter({ hasText: '4 in the cart' }).waitFor()
  await comparesBySight(page)
})

async function comparesBySight(page: Page) {
  await visit(page, '/compare?p=hc-120,ef-230,sr-22')
  const wordsOf = async (name: RegExp) => {
    const words = await page.getByRole('row', { name }).getByRole('cell').allInnerTexts()
    return words.slice(0, 3).map((word) => word.replaceAll('\u00a0', ' '))
  }
  expect(await wordsOf(/^Power/)).toEqual(['1/5 HP', '4 W', '–'])
  expect(await wordsOf(/^Resistance at 25 °C/)).toEqual(['–', '–', '22 Ω'])

  await page.setViewportSize(PHONE.viewport)
  await visit(page, '/compare?p=ef-230,ef-231,ef-115')
  const mark = (name: RegExp) =>
    page.getByRole('rowheader', { name }).evaluate((header) => getComputedStyle(header).boxShadow)
  expect(await mark(/^Bearing/)).not.toBe('none')
  expect(await mark(/^Voltage/)).toBe('none')
  const marked = await page.locator('tr.diff:not(.third)').count()
  expect(await page.getByText(/rows differ/).innerText()).toMatch(new RegExp(`^${marked} of `))
}

test('on a phone a plate and a complaint in one search lead to the causes in that model, and on to a part that fits it; what names nothing in a model leads to what may be wrong with it, and the filters fill the window', async () => {
  const { page } = await aPerson(PHONE)
  await visit(page, '/')
  const box = page.getByRole('combobox', { name: BOX })
  await box.fill('HF22S4-O1 not coolng')
  await page.getByRole('option', { name: /^\??\s*Not cooling at all/ }).waitFor()
  const panel = await page.locator('.sug').evaluate((one) => one.getBoundingClientRect().toJSON())
  expect(panel.right).toBe(PHONE.viewport.width - panel.left)
  await box.press('Enter')
  await page.waitForURL('**/models/hf22s4-01/symptoms/not-cooling')
  await page.getByRole('link', { name: /^Start relay.*SR-47U/ }).click()
  await page.getByText('The HF22S4-01.').waitFor()
  await page.locator('main').getByText('Fits', { exact: true }).first().waitFor()
  await box.fill('thermostat NCF 285 A-14')
  await box.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('fits') === 'NCF 285 A-14')
  await page.getByRole('listitem').filter({ hasText: 'TH-310' }).getByText('Fits', { exact: true }).waitFor()

  await box.fill('bkg39-501/01 qwertz')
  await box.press('Enter')
  await page.getByText('Nothing in the BKG39-501/01 is called “qwertz”.').waitFor()
  await page.getByRole('link', { name: 'What is wrong with it?' }).tap()
  await page.waitForURL('/models/bkg39-501-01#symptoms')
  await page.getByRole('link', { name: /^Loud/ }).tap()
  await page.getByRole('heading', { level: 1, name: 'Loud' }).waitFor()
  await filtersByCount(page)
})

/** The button of the filters counts what they leave. */
async function filtersByCount(page: Page) {
  await visit(page, '/products?category=fan-motors')
  await page.getByRole('button', { name: 'Filter' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filter' })
  await sheet.getByLabel('condenser').check()
  await sheet.getByRole('button', { name: 'Show 5 parts' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByText('5 products').waitFor()
}

test('on a card the fit stands clear of Compare, and its facts clear of each other, in each width', async () => {
  const { page } = await aPerson()
  await saveAppliance(page, 'bkg36-401-02')
  await visit(page, '/products?q=ntc')
  await page.getByText('For another kind of appliance').first().waitFor()
  for (const width of [375, 640, 820, 900, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const touching = await page.locator('.card').evaluateAll((cards) => {
      const boxesOf = (card: Element) =>
        [...card.querySelectorAll('.tick, .st, dd')].map((one) => one.getBoundingClientRect())
      const touch = (one: DOMRect, other: DOMRect) =>
        one.left < other.right + 4 && other.left < one.right + 4 && one.top < other.bottom && other.top < one.bottom
      return cards.filter((card) =>
        boxesOf(card).some((one, at, all) => all.slice(at + 1).some((it) => touch(one, it))),
      ).length
    })
    expect([width, touching]).toEqual([width, 0])
  }
})
