import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { boardOf, typeTogether } from './orders-board.ts'
import { check, text } from './pasted.ts'
import { aPerson, getsFocus, untilWhole, visit } from './person.ts'
import { aNumberedPart, anAdmin, BOX, type Buyer, paidOrders } from './standing.ts'

/** Presses Enter as Japanese and Chinese keyboards send it to end a word. Whether the page leaves the key to them. */
const endsWord = (field: Locator) =>
  field.evaluate((it) => {
    const init = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
    return it.dispatchEvent(new KeyboardEvent('keydown', init))
  })

async function followsSuggestion(page: Page) {
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
}

async function looksForModel(page: Page) {
  await untilWhole(page)
  await page.getByRole('link', { name: 'Which appliance is it for?' }).click()
  const plate = page.getByLabel('Model number on the plate')
  await plate.fill('bkg36 401 03')
  expect(await endsWord(plate)).toBe(true)
  await plate.press('Enter')
  await page.getByRole('button', { name: /BKG36-401\/03/ }).waitFor()
}

async function takesQuantity(page: Page) {
  await visit(page, '/quick-order')
  await check(page, 'EF-230, 12')
  const first = page.getByLabel('Quantity in line 1')
  await first.fill('４８')
  await endsWord(first)
  expect(await first.inputValue()).toBe('４８')
  expect(await text(page).inputValue()).toBe('EF-230, 12')
  await first.press('Enter')
  await expect.poll(() => text(page).inputValue()).toBe('EF-230, 48')
}

test('Enter that ends a word of a Japanese or Chinese keyboard follows no suggestion, looks for no model and takes no quantity, and the next one does', async () => {
  const { page } = await aPerson()
  await followsSuggestion(page)
  await looksForModel(page)
  await takesQuantity(page)
})

async function numbersPart(page: Page) {
  const numbers = page.getByLabel('Old numbers')
  await numbers.fill('QZ 1')
  expect(await endsWord(numbers)).toBe(true)
  expect(await numbers.inputValue()).toBe('QZ 1')
  await numbers.press('Enter')
  await page.getByRole('button', { name: 'Remove QZ 1' }).waitFor()
}

async function choosesModel(page: Page) {
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
}

async function numbersParcels(admin: Buyer) {
  const { who, numbers } = await paidOrders(2)
  const [first = '', second = ''] = numbers
  await visit(admin.page, boardOf(who.name))
  const question = await typeTogether(admin, [first, second])
  const number = question.getByLabel(`Number for ${first}`)
  await number.focus()
  expect(await endsWord(number)).toBe(true)
  await getsFocus(number)
  await number.press('Enter')
  await getsFocus(question.getByLabel(`Number for ${second}`))
}

test('Enter that ends a word of staff makes no number of a part, chooses no model and leaves no parcel, and the next one does', async () => {
  const [{ _id: id }, admin] = await Promise.all([aNumberedPart(), anAdmin()])
  await numbersParcels(admin)
  await visit(admin.page, `/dashboard/manageProducts/${id}`)
  await numbersPart(admin.page)
  await choosesModel(admin.page)
})
