import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { reads } from './ended-session.ts'
import { fillAddress, fillProduct } from './filled-forms.ts'
import { aPerson, holdAnswers, toast, untilWhole, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct } from './standing.ts'

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
  await page.getByRole('button', { name: 'Add an address' }).click()
  const dialog = page.getByRole('dialog')
  await fillAddress(dialog)
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
  const form = page.getByRole('main')
  await visit(page, '/home')
  await form.getByLabel('Email address').fill('visitor@example.com')
  await form.getByLabel('Message').fill('The plate says HC 300.')
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

test('an order that is placed once the till was left leaves none of its words for the next one', async () => {
  const [{ page, calls }, product] = await Promise.all([aBuyer(), aProduct()])
  const lines = [{ productId: product._id, quantity: 4 }]
  const putIn = async () => {
    const { version } = await ask(calls.cart.$get())
    await ask(calls.cart.$put({ json: { version, lines } }))
  }
  await putIn()
  await visit(page, '/checkout')
  await page.getByLabel('For the shelf').check()
  await page.getByLabel('Country').fill('Norway')
  await page.getByRole('textbox', { name: 'Address' }).fill('Dock Street 4')
  await page.getByLabel('Your reference').fill('Job 4471')
  const placing = await holdAnswers(page, '**/api/checkouts', 'POST')
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await placing.asked
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { name: 'Privacy' }).first().waitFor()
  placing.letThrough()
  await page.waitForURL('**/dashboard/payment/**')
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
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { name: 'Privacy' }).first().waitFor()
  saving.letThrough()
  await toast(page, 'Your review is changed.')
  await page.goBack()
  await reads(page, 'In a few words', 'Very cold')
})
