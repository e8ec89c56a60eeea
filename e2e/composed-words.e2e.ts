import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { boardOf, typeTogether } from './orders-board.ts'
import { check, said, text } from './pasted.ts'
import { aPerson, getsFocus, toast, visit } from './person.ts'
import { aNumberedPart, anAdmin, BOX, paidOrders } from './standing.ts'

/** Presses Enter as Japanese and Chinese keyboards send it to end a word. Whether the page leaves the key to them. */
const endsWord = (field: Locator) =>
  field.evaluate((it) => {
    const init = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
    return it.dispatchEvent(new KeyboardEvent('keydown', init))
  })

test('Enter that ends a word of a Japanese or Chinese keyboard follows no suggestion, and the next one does', async () => {
  const { page } = await aPerson()
  await visit(page, '/blog')
  const box = page.getByRole('combobox', { name: BOX })
  await box.pressSequentially('ef.23')
  await page.getByRole('option', { name: /^EF-230/ }).waitFor()
  await box.press('ArrowDown')
  const chosen = page.getByRole('option', { name: /^EF-230/, selected: true })
  await chosen.waitFor()
  expect(await endsWord(box)).toBe(true)
  await chosen.waitFor()
  await box.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Evaporator fan motor' }).waitFor()
})

test('Enter that ends a word looks for no model, and the next one does', async () => {
  const { page } = await aPerson()
  await visit(page, '/products/ef-115')
  await page.getByRole('link', { name: 'Which appliance is it for?' }).click()
  const plate = page.getByLabel('Model number on the plate')
  await plate.fill('bkg36 401 03')
  expect(await endsWord(plate)).toBe(true)
  await plate.press('Enter')
  await page.getByRole('button', { name: /BKG36-401\/03/ }).waitFor()
})

test('Enter that ends a word makes no number of a part, and the next one does', async () => {
  const [product, { page }] = await Promise.all([aNumberedPart(), anAdmin()])
  await visit(page, `/dashboard/manageProducts/${product._id}`)
  const numbers = page.getByLabel('Old numbers')
  await numbers.fill('QZ 1')
  expect(await endsWord(numbers)).toBe(true)
  expect(await numbers.inputValue()).toBe('QZ 1')
  await numbers.press('Enter')
  await page.getByRole('button', { name: 'Remove QZ 1' }).waitFor()
})

test('Enter that ends a word chooses no model that a part fits, and the next one does', async () => {
  const [product, { page }] = await Promise.all([aNumberedPart(), anAdmin()])
  await visit(page, `/dashboard/manageProducts/${product._id}`)
  await page.locator('#fits').getByRole('button', { name: 'Add a model' }).click()
  const model = page.getByRole('dialog').getByRole('combobox', { name: 'Model' })
  await model.pressSequentially('bkg36 401')
  await page.getByRole('option', { name: /BKG36/ }).first().waitFor()
  await model.press('ArrowDown')
  await page.getByRole('option', { name: /BKG36/, selected: true }).waitFor()
  expect(await endsWord(model)).toBe(true)
  await page.getByRole('option', { name: /BKG36/, selected: true }).waitFor()
  expect(await model.inputValue()).toBe('bkg36 401')
  await model.press('Enter')
  await expect.poll(() => model.inputValue()).toMatch(/^BKG36/)
})

test('Enter that ends the digits of a quantity leaves them in their field, and the next one takes them', async () => {
  const { page } = await aPerson()
  await visit(page, '/quick-order')
  await check(page, 'EF-230, 12')
  const first = page.getByLabel('Quantity in line 1')
  await first.fill('４８')
  await endsWord(first)
  expect(await first.inputValue()).toBe('４８')
  expect(await text(page).inputValue()).toBe('EF-230, 12')
  await first.press('Enter')
  await expect.poll(() => text(page).inputValue()).toBe('EF-230, 48')
})

test('Enter that ends the digits of a parcel’s number stays in its field, and the next one goes on', async () => {
  const [{ who, numbers }, admin] = await Promise.all([paidOrders(2), anAdmin()])
  const [first = '', second = ''] = numbers
  await visit(admin.page, boardOf(who.name))
  const question = await typeTogether(admin, [first, second])
  const number = question.getByLabel(`Number for ${first}`)
  await number.focus()
  expect(await endsWord(number)).toBe(true)
  await getsFocus(number)
  await number.press('Enter')
  await getsFocus(question.getByLabel(`Number for ${second}`))
})

test('lines of a list that was changed since go into no cart before it is checked again', async () => {
  const { page } = await aPerson({ provokes: /Failed to load resource/ })
  await visit(page, '/quick-order')
  await check(page, 'EF-230, 12\nDK-28, 10')
  await page.getByRole('button', { name: 'Put 2 lines into the cart' }).waitFor()
  await text(page).fill('EF-230, 40')
  await page.getByText('Your list has changed.').waitFor()
  expect(await page.getByRole('button', { name: /^Put/ }).count()).toBe(0)
  const again = page.getByRole('button', { name: 'Check it again' })
  await page.route('**/api/quick-order', (route) => route.abort(), { times: 1 })
  await again.click()
  await toast(page, 'The shop cannot be reached.')
  expect(await page.getByRole('button', { name: /^Put/ }).count()).toBe(0)
  await again.click()
  await said(page, '1 of 1 lines')
  await page.getByLabel('Quantity in line 1').fill('48')
  await page.keyboard.press('Enter')
  await expect.poll(() => text(page).inputValue()).toBe('EF-230, 48')
  await page.getByRole('button', { name: 'Put 1 line into the cart' }).waitFor()
  const elsewhere = await page.context().newPage()
  await visit(elsewhere, '/quick-order')
  await text(elsewhere).fill('EF-230, 60')
  await page.getByText('Your list has changed.').waitFor()
})
