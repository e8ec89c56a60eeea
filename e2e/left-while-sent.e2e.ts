import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { storeCart } from './cart-calls.ts'
import { reads } from './ended-session.ts'
import { addressToAdd, fillProduct, fillTill, messageToSend } from './filled-forms.ts'
import { holdLine } from './lost-answers.ts'
import { aPerson, holdAnswers, toast, untilWhole, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct, asAdmin, type Buyer, type Product } from './standing.ts'

const OFFLINE = { provokes: /Failed to load resource/ }
const UNREACHABLE = 'The shop cannot be reached.'

/** To another page of the same document. */
async function leaveByLink(page: Page) {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await page.getByRole('heading', { name: 'Privacy' }).first().waitFor()
}

/** The price of a part, as another admin changes it. */
async function changePrice({ _id: id, img: image, ...product }: Product) {
  const { name, description, minOrder, attributes } = product
  const json = { name, description, minOrder, attributes, image, number: '', category: '', unitPrice: 60, version: 1 }
  await ask((await asAdmin()).product[':id'].$put({ param: { id }, json }))
}

async function toAuditLog(page: Page) {
  await page.getByRole('link', { name: 'Audit Log' }).click()
  await page.getByRole('heading', { name: 'Audit Log' }).waitFor()
}

test('a product that is on sale once its page was left takes nobody away, and stands in the form no more; changes that are refused then are said to be', async () => {
  const [{ page }, product] = await Promise.all([anAdmin(), aProduct()])
  await visit(page, '/dashboard/addProduct')
  await fillProduct(page, `Left relay ${crypto.randomUUID().slice(0, 8)}`)
  const adding = await holdAnswers(page, '**/api/product', 'POST')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await adding.asked
  await toAuditLog(page)
  adding.letThrough()
  await toast(page, 'Product Added')
  await page.locator('a[href="/dashboard/addProduct"]').first().click()
  await page.getByRole('heading', { name: 'Add A Product' }).waitFor()
  await untilWhole(page)
  expect(await page.getByLabel('Name').inputValue()).toBe('')

  await visit(page, `/dashboard/manageProducts/${product._id}`)
  await page.getByLabel('Description').fill('Mine.')
  const saving = await holdAnswers(page, `**/api/product/${product._id}`, 'PUT')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await saving.asked
  await toAuditLog(page)
  await changePrice(product)
  saving.letThrough()
  await toast(page, 'Somebody else saved this product meanwhile.')
})

test('a review that is changed once its page was left stands in its form as it was saved; an address is in the list, and in no dialog', async () => {
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

test('a message that could not be sent once its page was left is said to be so, and stands in its form; one that is sent then is not in it any more', async () => {
  const { page } = await aPerson(OFFLINE)
  const form = await messageToSend(page)
  const message = form.getByLabel('Message')
  const toBlog = async () => {
    await page.getByRole('link', { name: 'Blog' }).first().click()
    await page.getByRole('heading', { name: 'Blog' }).first().waitFor()
  }
  const line = await holdLine(page, '**/api/contact')
  await form.getByRole('button', { name: 'Submit' }).click()
  await line.asked
  await toBlog()
  line.cut()
  await toast(page, UNREACHABLE)
  await line.end()
  await page.goBack()
  await expect.poll(() => message.inputValue()).toBe('The plate says HC 300.')

  const sending = await holdAnswers(page, '**/api/contact', 'POST')
  await form.getByRole('button', { name: 'Submit' }).click()
  await sending.asked
  await toBlog()
  sending.letThrough()
  await toast(page, 'Your message is sent.')
  await page.goBack()
  await message.waitFor()
  await untilWhole(page)
  expect(await message.inputValue()).toBe('')
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
  /** The dialog of the first is closed while it is saved, and that of the second opened. */
  const saveBehind = async () => {
    const saving = await holdAnswers(page, `**/api/discount-codes/${first._id}`, 'PUT')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await saving.asked
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await open(second)
    await percent.fill('8')
    return saving
  }
  return { page, calls, dialog, percent, open, first, saveBehind }
}

test('a dialog that is closed while it is saved closes no other one when its answer comes, tells its refusal, and what was typed stays for the next time', async () => {
  const { page, calls, dialog, percent, open, first, saveBehind } = await twoCodes()
  await open(first)
  await percent.fill('7')
  const refused = await saveBehind()
  const { _id: id, ...code } = first
  await ask(calls['discount-codes'][':id'].$put({ param: { id }, json: { ...code, from: 100 } }))
  refused.letThrough()
  await toast(page, 'meanwhile')
  expect(await percent.inputValue()).toBe('8')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await open(first)
  await expect.poll(() => percent.inputValue()).toBe('7')

  const saved = await saveBehind()
  saved.letThrough()
  await toast(page, 'The code is saved.')
  expect(await percent.inputValue()).toBe('8')
})

/** The order of the till is refused once the till was left, since a part has another price. */
async function refuseBehind({ page, calls }: Buyer) {
  const product = await aProduct()
  await ask(calls.cart.$put({ json: { version: 0, lines: [{ productId: product._id, quantity: 4 }] } }))
  await visit(page, '/checkout')
  await fillTill(page)
  const placing = await holdAnswers(page, '**/api/checkouts', 'POST')
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await placing.asked
  await leaveByLink(page)
  await changePrice(product)
  placing.letThrough()
  await toast(page, 'price')
}

test('an order that is refused or placed once the till was left is said where the person is, and leaves none of its words for the next one', async () => {
  const [buyer, product] = await Promise.all([aBuyer(), aProduct()])
  const { page } = buyer
  const lines = [{ productId: product._id, quantity: 4 }]
  const putIn = (more: typeof lines = []) => storeCart(buyer, [...lines, ...more])
  await refuseBehind(buyer)
  await putIn()
  await visit(page, '/checkout')
  await fillTill(page)
  await page.getByLabel('Your reference').fill('Job 4471')
  const placing = await holdAnswers(page, '**/api/checkouts', 'POST')
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await placing.asked
  await leaveByLink(page)
  const others = await Promise.all([aProduct(), aProduct()])
  await putIn(others.map(({ _id }) => ({ productId: _id, quantity: 4 })))
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

test('a question whose dialog is closed while its answer is lost is said to be so, and stands there again; one that is begun while it is asked stays', async () => {
  const [{ page }, { _id: id }] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  const dialog = page.getByRole('dialog')
  const question = dialog.getByLabel('Your question')
  const open = page.getByRole('button', { name: 'Ask a question' })
  const send = dialog.getByRole('button', { name: 'Ask', exact: true })
  await visit(page, `/products/${id}`)
  await open.click()
  await question.fill('Does it hum?')
  const line = await holdLine(page, '**/api/product/*/questions')
  await send.click()
  await line.asked
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  line.cut()
  await toast(page, UNREACHABLE)
  await line.end()
  await open.click()
  await expect.poll(() => question.inputValue()).toBe('Does it hum?')

  const asking = await holdAnswers(page, '**/api/product/*/questions', 'POST')
  await send.click()
  await asking.asked
  await page.keyboard.press('Escape')
  await open.click()
  await question.fill('Is it quiet?')
  asking.letThrough()
  await toast(page, 'Your question is on the page. Verify your e-mail, so that the answer comes by mail as well.')
  expect(await question.inputValue()).toBe('Is it quiet?')
})
