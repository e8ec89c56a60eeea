import { describe, expect, test } from 'vitest'
import { aPerson, PHONE, signIn, toast, visit } from './person.ts'
import { aBuyer, BOX } from './standing.ts'

const FAN = 'Evaporator fan motor'

test('a technician on a phone comes from the plate and a complaint to the part, and sees that it fits', async () => {
  const { page } = await aPerson(PHONE)
  await visit(page, '/models')
  await page.getByRole('searchbox', { name: 'Model number' }).fill('bkg36 401 03')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('heading', { level: 1, name: 'Brunnecker BKG36-401/03' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/models/bkg36-401-03')
  await page.getByRole('link', { name: /^Too warm in the refrigerator/ }).click()
  await page.getByRole('note', { name: 'Safety' }).getByText('R-600a burns.').waitFor()
  const cause = page.getByRole('article').filter({ has: page.getByRole('heading', { name: FAN }) })
  await cause.getByText('Fits', { exact: true }).waitFor()
  await cause.getByRole('button', { name: /^Add \d+ of / }).tap()
  await cause.getByText(/in the cart$/).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/\/symptoms\//)
  await cause.getByRole('link', { name: FAN }).tap()
  await page.getByRole('status').filter({ hasText: 'The BKG36-401/03' }).getByText('Fits', { exact: true }).waitFor()
})

test('the cart is filled where a model shows its parts: with what it needs, or with what is typed', async () => {
  const { page } = await aPerson()
  await visit(page, '/models/bkg36-401-03')
  const row = (number: string) => page.getByRole('row').filter({ hasText: number }).filter({ visible: true })
  const quantity = (number: string) => row(number).getByLabel(`Quantity of ${number}`)
  expect(await quantity('4012.202-01').inputValue()).toBe('3')
  // The model needs two, of which the least that is sold are five.
  expect(await quantity('SS-5').inputValue()).toBe('5')
  await row('4012.202-01').getByRole('button', { name: /^Add / }).dblclick()
  await row('4012.202-01').getByText('3 in the cart').waitFor()
  await quantity('SS-5').fill('3')
  await quantity('SS-5').press('Enter')
  await toast(page, 'Please enter a valid quantity!')
  await quantity('SS-5').fill('12')
  await quantity('SS-5').press('Enter')
  await row('SS-5').getByText('12 in the cart').waitFor()
  expect(await quantity('SS-5').inputValue()).toBe('12')
  expect(new URL(page.url()).pathname).toBe('/models/bkg36-401-03')
  await visit(page, '/cart')
  expect(await page.getByRole('textbox', { name: /^Quantity of .*SS-5$/ }).inputValue()).toBe('12')
  expect(await page.getByRole('textbox', { name: /^Quantity of .*4012\.202-01$/ }).inputValue()).toBe('3')
})

test('the first press on a model’s page adds to the cart, also by a finger', async () => {
  const { page } = await aPerson(PHONE)
  await visit(page, '/models/bkg36-401-03')
  await page
    .getByRole('button', { name: /^Add .* to the cart$/ })
    .first()
    .tap()
  await page
    .getByText(/^\d+ in the cart$/)
    .first()
    .waitFor({ state: 'attached' })
  expect(new URL(page.url()).pathname).toBe('/models/bkg36-401-03')
})

test('a model of which a part is added to the cart is offered where the order asks for the appliance', async () => {
  const { page } = await aBuyer(PHONE)
  await visit(page, '/models/bkg39-501-01/symptoms/loud')
  await page.getByRole('main').getByLabel('Serial number, eight digits').fill('30460001')
  await page.getByRole('button', { name: /^Add \d+ of .*EF-13/ }).tap()
  await page.getByText(/^\d+ in the cart$/).waitFor({ state: 'attached' })
  await visit(page, '/checkout')
  await page.getByRole('button', { name: 'BKG39-501/01 30460001' }).tap()
  await page.getByText('1 line fits').waitFor()
})

describe('the drawing of a model', () => {
  test('lights a part by the keyboard, keeps it in the address and lets it go', async () => {
    const { page } = await aPerson()
    await visit(page, '/models/bkg36-401-03')
    await page
      .getByRole('link', { name: /^Evaporator and defrost/ })
      .first()
      .click()
    const section = page.getByRole('region', { name: 'Evaporator and defrost' })
    const balloon = (number: number) => section.locator('.bal').nth(number - 1)
    await balloon(1).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => section.locator('tr.on .no').innerText()).toBe('2')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#evaporator/2')
    await section.getByText('Box of').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => new URL(page.url()).hash).toBe('#evaporator')
  })

  test('keeps the rows that the document has, and the focus, when it is used for the first time', async () => {
    const { page } = await aPerson()
    await visit(page, '/models/bkg36-401-03')
    const row = await page.locator('.bomt tbody tr').first().elementHandle()
    await page.locator('.bal').nth(1).focus()
    await page.locator('.bal[role="button"]').nth(1).waitFor()
    expect(await row?.evaluate((element) => element.isConnected)).toBe(true)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('2')
  })

  test('opens at the part that the address names', async () => {
    const { page } = await aPerson()
    await visit(page, '/models/bkg36-401-03#compressor-bay/1')
    await page
      .getByRole('region', { name: 'Compressor bay' })
      .getByRole('button', { name: /^1, /, pressed: true })
      .first()
      .waitFor()
  })

  test('shows only the parts of the serial number that is told', async () => {
    const { page } = await aPerson()
    await visit(page, '/models/bkg36-401-02#evaporator')
    const rows = page.getByRole('region', { name: 'Evaporator and defrost' }).getByText(/^EF-1[23]/)
    await expect.poll(() => rows.count()).toBe(2)
    const digits = page.getByLabel('Serial number, eight digits')
    await digits.pressSequentially('3046 00009')
    expect(await digits.inputValue()).toBe('3046 0000')
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/^EF-13/)])
  })
})

test('a complaint in one’s own words is kept while the model is told, also by a worn plate', async () => {
  const { page } = await aPerson(PHONE)
  await visit(page, '/')
  await page.getByRole('combobox', { name: BOX }).fill('lights are out')
  await page.getByRole('option', { name: /^Lamp does not light/ }).tap()
  await page.getByText('Lamp does not light:').waitFor()
  await page.getByRole('searchbox', { name: 'Model number' }).fill('BKG36-4O1')
  await page.getByRole('searchbox', { name: 'Model number' }).press('Enter')
  await page.getByRole('link', { name: /BKG36-401\/03/ }).tap()
  await page.getByRole('heading', { level: 1, name: 'Lamp does not light' }).waitFor()
})

test('the model is asked for on a part’s page, in its place, and the part says whether it fits', async () => {
  const { page } = await aPerson(PHONE)
  await visit(page, '/products/ef-115')
  await page.getByRole('link', { name: 'Which appliance is it for?' }).tap()
  await page.getByLabel('Model number on the plate').fill('no such model')
  await page.getByRole('button', { name: 'Find' }).tap()
  await page.getByText('No model in our list has this number.').waitFor()
  await page.getByLabel('Model number on the plate').fill('bkg36 401 03')
  await page.getByRole('button', { name: 'Find' }).tap()
  await page.getByRole('button', { name: /BKG36-401\/03/ }).tap()
  await page.getByRole('main').getByText('For another kind of appliance').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/products/ef-115')
})

test('the serial number is asked for where it decides, and kept with the appliance', async () => {
  const { page } = await aPerson(PHONE)
  const digits = page.getByRole('main').getByLabel('Serial number, eight digits')
  const asks = page.getByText(/Tell yours before you order it/)
  await visit(page, '/models/bkg36-401-02')
  await page.getByRole('button', { name: 'Save as my appliance' }).tap()
  await page.getByRole('button', { name: 'Your appliance', exact: true }).waitFor()
  await visit(page, '/products/ef-13')
  await page.getByText(/it fits serial numbers 30460000 to 30899999/).waitFor()
  await digits.waitFor()
  await page.getByRole('button', { name: 'Add to cart', exact: true }).tap()
  await page.getByText(/are in your cart/).waitFor()
  await visit(page, '/cart')
  await asks.waitFor()
  await digits.fill('3046 0000')
  await asks.waitFor({ state: 'hidden' })
  // The page says so at once, and stores the serial number a moment later.
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('30460000')
  await visit(page, '/products/ef-13')
  await page.getByRole('status').filter({ hasText: 'BKG36-401/02' }).getByText('Fits', { exact: true }).waitFor()
  await visit(page, '/models/bkg36-401-02/symptoms/warm-above-fine-below')
  await page.getByRole('radio', { name: /^(from )?30460000/, checked: true }).waitFor({ state: 'attached' })
})

test('the first serial number of a range that was chosen is not taken for that of the appliance', async () => {
  const { page } = await aPerson()
  await visit(page, '/models/bkg39-501-01#evaporator')
  await page.getByRole('radio', { name: '30460000 to 30899999' }).check({ force: true })
  await page
    .getByRole('region', { name: 'Evaporator and defrost' })
    .locator('a[href^="/products/ef-13?"]')
    .first()
    .click()
  await page.waitForURL(/ef-13\?model=.*serial=30460000/)
  await page.getByRole('status').getByText('Fits', { exact: true }).waitFor()
  await visit(page, '/products/ef-230')
  await page.getByRole('link', { name: 'Which appliance is it for?' }).click()
  await page.getByRole('button', { name: /BKG39-501\/01/ }).click()
  const kept = () => page.evaluate(() => localStorage.getItem('appliances'))
  await expect.poll(kept).toContain('BKG39-501/01')
  expect(await kept()).not.toContain('30460000')
})

test('a model that a part was looked up for is offered where the order asks for the appliance', async () => {
  const { page } = await aBuyer(PHONE)
  await visit(page, '/models/bkg39-501-01/symptoms/loud?serial=30460001')
  await page.getByText('each, from 4 pcs').first().waitFor()
  await visit(page, '/products/ef-13?model=BKG39-501%2F01')
  await page.getByRole('main').getByLabel('Serial number, eight digits').fill('30460001')
  await page.waitForURL(/serial=30460001/)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).tap()
  await page.getByText(/are in your cart/).waitFor()
  await visit(page, '/checkout')
  await page.getByRole('button', { name: 'BKG39-501/01 30460001' }).tap()
  await page.getByText('1 line fits').waitFor()
})

test('on a phone the acts of a part stay at the foot while its box is in view', async () => {
  const { page } = await aPerson(PHONE)
  await visit(page, '/products/ef-115')
  const foot = async () => {
    const box = await page.getByRole('button', { name: 'Order Now' }).boundingBox()
    return Math.round((box?.y ?? 0) + (box?.height ?? 0))
  }
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await expect.poll(foot).toBe(PHONE.viewport.height - 12)
})

test('another spelling of a number moves to its one address for good', async () => {
  const { page } = await aPerson()
  const answer = await page.request.get('/models/BKG36%20401%2003', { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([301, '/models/bkg36-401-03'])
})

test('an appliance is kept without an account, and joins it at sign-in', async () => {
  const { page } = await aPerson()
  const { who } = await aBuyer()
  await visit(page, '/models/bkg36-401-03')
  await page.getByRole('button', { name: 'Save as my appliance' }).click()
  await page.getByRole('button', { name: /^Your appliance Brunnecker/ }).waitFor()
  await signIn(page, who, '/dashboard/appliances')
  await page.getByRole('link', { name: 'Brunnecker BKG36-401/03' }).waitFor()
  await page.getByRole('button', { name: 'Remove Brunnecker BKG36-401/03' }).click()
  await page.getByText('You keep no appliance yet.').waitFor()
})

test('without a script every section, balloon and part of a model is there', async () => {
  const { page } = await aPerson({ javaScriptEnabled: false })
  await page.goto('/models')
  await page.getByRole('searchbox', { name: 'Model number' }).fill('BKG36-401/03')
  await page.getByRole('button', { name: 'Find' }).click()
  for (const name of ['Cabinet and shelves', 'Door', 'Evaporator and defrost', 'Compressor bay', 'Controls and wiring'])
    expect(await page.getByRole('heading', { level: 2, name }).isVisible(), name).toBe(true)
  await page.getByRole('region', { name: 'Evaporator and defrost' }).getByRole('link', { name: /^2, / }).click()
  expect(new URL(page.url()).hash).toBe('#evaporator/2')
  await page.getByRole('button', { name: 'Add Shelf support SS-5 to the cart' }).click()
  await page.waitForURL(/\/purcess\//)
  const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
  expect(asked()).toEqual({ model: 'BKG36-401/03', quantity: '5' })
  await page.goto('/models/bkg36-401-03/symptoms/warm-above-fine-below')
  await page
    .getByRole('button', { name: /^Add 4 of Evaporator fan motor/ })
    .first()
    .click()
  await page.waitForURL(/\/purcess\//)
  expect(asked()).toEqual({ model: 'BKG36-401/03', quantity: '4' })
})

test('an appliance that is saved while those of the account are on their way stays saved', async () => {
  const { page, context } = await aBuyer()
  const { promise, resolve: letGo } = Promise.withResolvers<void>()
  await context.route('**/api/appliances', async (route) => {
    if (route.request().method() === 'GET') await promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/appliances')
  await visit(page, '/models/bkg36-401-03')
  await asked
  await page.getByRole('button', { name: 'Save as my appliance' }).click()
  const saved = page.waitForRequest((request) => request.method() === 'PUT')
  letGo()
  await saved
  await page.getByRole('button', { name: /^Your appliance Brunnecker/ }).waitFor()
})
