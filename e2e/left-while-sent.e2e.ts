import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { reads } from './ended-session.ts'
import { addressToAdd, fillProduct, fillTill, messageToSend } from './filled-forms.ts'
import { holdLine } from './lost-answers.ts'
import { aPerson, holdAnswers, toast, untilWhole, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct } from './standing.ts'

const OFFLINE = { provokes: /Failed to load resource/ }

/** To another page of the same document. */
async function leaveByLink(page: Page) {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { name: 'Privacy' }).first().waitFor()
}

test('a product that is on sale once its page was left takes nobody away, and stands in the form no more', async () => {
  const { page } = await anAdmin()
  await visit(page, '/dashboard/addProduct')
  await fillProduct(page, `Left relay ${crypto.randomUUID().slice(0, 8)}`)
  const adding = await holdAnswers(page, '**/api/product', 'POST')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await adding.asked
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await page.getByRole('heading', { name: 'Audit Log' }).waitFor()
  adding.letThrough()
  await toast(page, 'Product Added')
  await page.locator('a[href="/dashboard/addProduct"]').first().click()
  await page.getByRole('heading', { name: 'Add A Product' }).waitFor()
  await untilWhole(page)
  expect(await page.getByLabel('Name').inputValue()).toBe('')
})

test('an address that is kept once its page was left is in the list, and in no dialog', async () => {
  const { page } = await aBuyer()
  await visit(page, '/dashboard/profile')
  await page.locator('a[href="/dashboard/addresses"]').first().click()
  const dialog = await addressToAdd(page)
  const adding = await holdAnswers(page, '**/api/addresses', 'POST')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await adding.asked
  await page.goBack()
  await page.getByRole('heading', { name: 'My Addresses' }).waitFor({ state: 'detached' })
  adding.letThrough()
  await toast(page, 'The address is saved.')
  await page.goForward()
  await page.getByRole('button', { name: 'Remove Workshop' }).waitFor()
  await untilWhole(page)
  expect(await dialog.count()).toBe(0)
})

test('a message that is sent once its page was left is not in its form any more', async () => {
  const { page } = await aPerson()
  const form = await messageToSend(page)
  const sending = await holdAnswers(page, '**/api/contact', 'POST')
  await form.getByRole('button', { name: 'Submit' }).click()
  await sending.asked
  await page.getByRole('link', { name: 'Blog' }).first().click()
  await page.waitForURL('**/blog')
  sending.letThrough()
  await toast(page, 'Your message is sent.')
  await page.goBack()
  await form.getByLabel('Message').waitFor()
  await untilWhole(page)
  expect(await form.getByLabel('Message').inputValue()).toBe('')
})

async function twoCodes() {
  const { page, calls } = await anAdmin()
  const names = ['K', 'M'].map((letter) => `${letter}-${crypto.randomUUID().slice(0, 8).toUpperCase()}`)
  const json = { percent: 5 }
  const codes = await Promise.all(names.map((code) => ask(calls['discount-codes'].$post({ json: { code, ...json } }))))
  await visit(page, '/dashboard/codes-groups')
  const dialog = page.getByRole('dialog')
  const percent = dialog.getByLabel('Per cent off')
  const open = async ({ code }: { code: string }) => {
    await page.getByRole('button', { name: `Change ${code}` }).click()
    await expect.poll(() => dialog.getByLabel('Code', { exact: true }).inputValue()).toBe(code)
  }
  const [first, second] = codes
  if (!first || !second) throw new Error('two codes were made')
  await open(first)
  await percent.fill('7')
  const saving = await holdAnswers(page, `**/api/discount-codes/${first._id}`, 'PUT')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await saving.asked
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  return { page, calls, dialog, percent, open, first, second, saving }
}

test('a dialog that is closed while it is saved closes no other one when its answer comes', async () => {
  const { page, percent, open, second, saving } = await twoCodes()
  await open(second)
  await percent.fill('8')
  saving.letThrough()
  await toast(page, 'The code is saved.')
  expect(await percent.inputValue()).toBe('8')
})

test('a dialog that is closed while it is saved tells its refusal, and what was typed stays for the next time', async () => {
  const { page, calls, percent, open, first, saving } = await twoCodes()
  const { _id: id, ...code } = first
  await ask(calls['discount-codes'][':id'].$put({ param: { id }, json: { ...code, from: 100 } }))
  saving.letThrough()
  await toast(page, 'meanwhile')
  await open(first)
  await expect.poll(() => percent.inputValue()).toBe('7')
})

test('an order that is placed once the till was left is said where the person is, and leaves none of its words for the next one', async () => {
  const [{ page, calls }, product] = await Promise.all([aBuyer(), aProduct()])
  const lines = [{ productId: product._id, quantity: 4 }]
  const putIn = async () => {
    const { version } = await ask(calls.cart.$get())
    await ask(calls.cart.$put({ json: { version, lines } }))
  }
  await putIn()
  await visit(page, '/checkout')
  await fillTill(page)
  await page.getByLabel('Your reference').fill('Job 4471')
  const placing = await holdAnswers(page, '**/api/checkouts', 'POST')
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await placing.asked
  await leaveByLink(page)
  const { version } = await ask(calls.cart.$get())
  const others = (await Promise.all([aProduct(), aProduct()])).map(({ _id }) => ({ productId: _id, quantity: 4 }))
  await ask(calls.cart.$put({ json: { version, lines: [...lines, ...others] } }))
  placing.letThrough()
  await toast(page, 'is placed.')
  expect(new URL(page.url()).pathname).toBe('/privacy')
  await page.getByRole('link', { name: 'Cart 2' }).first().waitFor()
  await page.getByRole('link', { name: 'Pay it' }).click()
  await page.getByRole('heading', { name: 'Payment' }).waitFor()
  await putIn()
  await visit(page, '/checkout')
  expect(await page.getByLabel('Your reference').inputValue()).toBe('')
})

test('a review that is changed once its page was left stands in its form as it was saved', async () => {
  const [{ page, calls }, product] = await Promise.all([aBuyer(), aProduct()])
  const param = { id: product._id }
  const json = { rating: 4, title: 'Cold', words: 'Runs cold and quiet. Route the leads well.' }
  await ask(calls.product[':id'].review.$post({ param, json }))
  await visit(page, `/review/${product._id}`)
  await page.getByLabel('In a few words').fill('Very cold')
  const saving = await holdAnswers(page, `**/api/product/${product._id}/review`, 'POST')
  await page.getByRole('button', { name: 'Submit' }).click()
  await saving.asked
  await leaveByLink(page)
  saving.letThrough()
  await toast(page, 'Your review is changed.')
  await page.goBack()
  await reads(page, 'In a few words', 'Very cold')
})

test('a dialog that is closed while its answer is lost says so, and shows again what was typed', async () => {
  const [{ page }, { _id: id }] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  const dialog = page.getByRole('dialog')
  const closeWhile = async (call: string, method: string, act: string) => {
    const line = await holdLine(page, call, { method })
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await line.asked
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    line.cut()
    await page.getByRole('status').filter({ hasText: 'The shop cannot be reached.' }).first().waitFor()
    await line.end()
  }
  await visit(page, `/products/${id}`)
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await dialog.getByLabel('Your question').fill('Does it hum?')
  await closeWhile('**/api/product/*/questions', 'POST', 'Ask')
  await page.getByRole('button', { name: 'Ask a question' }).click()
  await expect.poll(() => dialog.getByLabel('Your question').inputValue()).toBe('Does it hum?')
  await visit(page, '/dashboard/profile')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  for (const [label, value] of [
    ['Education', 'Refrigeration technician'],
    ['Location', 'Bergen'],
    ['Phone', '22 00 01 40'],
    ['Linkedin', 'https://www.linkedin.com/in/harbour'],
  ] as const)
    await dialog.getByLabel(label).fill(value)
  await closeWhile('**/api/user/*', 'PUT', 'Update Profile')
  await page.getByRole('button', { name: 'Update Profile' }).click()
  await expect.poll(() => dialog.getByLabel('Location').inputValue()).toBe('Bergen')
})

test('a question that is begun while the one before is being asked stays', async () => {
  const [{ page }, { _id: id }] = await Promise.all([aBuyer(), aProduct()])
  const dialog = page.getByRole('dialog')
  const question = dialog.getByLabel('Your question')
  await visit(page, `/products/${id}`)
  const ask = page.getByRole('button', { name: 'Ask a question' })
  await ask.click()
  await question.fill('Does it hum?')
  const asking = await holdAnswers(page, '**/api/product/*/questions', 'POST')
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await asking.asked
  await page.keyboard.press('Escape')
  await ask.click()
  await question.fill('Is it quiet?')
  asking.letThrough()
  await toast(page, 'Your question is on the page. Verify your e-mail, so that the answer comes by mail as well.')
  expect(await question.inputValue()).toBe('Is it quiet?')
})

test('what is refused once its page was left is said where the person is', async () => {
  const [{ page, calls }, product, staff] = await Promise.all([aBuyer(), aProduct(), anAdmin()])
  await ask(calls.cart.$put({ json: { version: 0, lines: [{ productId: product._id, quantity: 4 }] } }))
  await visit(page, '/checkout')
  await fillTill(page)
  const placing = await holdAnswers(page, '**/api/checkouts', 'POST')
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await placing.asked
  await leaveByLink(page)

  await visit(staff.page, `/dashboard/manageProducts/${product._id}`)
  await staff.page.getByLabel('Description').fill('Mine.')
  const saving = await holdAnswers(staff.page, `**/api/product/${product._id}`, 'PUT')
  await staff.page.getByRole('button', { name: 'Save changes' }).click()
  await saving.asked
  await staff.page.getByRole('link', { name: 'Audit Log' }).click()
  await staff.page.getByRole('heading', { name: 'Audit Log' }).waitFor()

  const { name, description, minOrder, attributes, img: image } = product
  const json = { name, description, minOrder, attributes, image, number: '', category: '', unitPrice: 60, version: 1 }
  await ask(staff.calls.product[':id'].$put({ param: { id: product._id }, json }))
  placing.letThrough()
  saving.letThrough()
  await toast(page, 'price')
  await toast(staff.page, 'Somebody else saved this product meanwhile.')
})
