import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { endSession, logBackIn, reads } from './ended-session.ts'
import { loseAnswers } from './lost-answers.ts'
import { aPerson, reload, toast, visit } from './person.ts'
import { aBuyer, aNumberedPart, anAdmin, aProduct, aStranger } from './standing.ts'

const OFFLINE = { provokes: /Failed to load resource/ }

test('a new e-mail and a name that were typed survive the end of the session and a reload, and no password does', async () => {
  const buyer = await aBuyer()
  const { page } = buyer
  await visit(page, '/dashboard/security')
  const form = page.getByRole('region', { name: 'Name and e-mail' })
  await form.getByLabel('New e-mail').fill('workshop@nordside.example')
  await form.getByLabel('Password of today').fill(buyer.who.password)
  await form.getByLabel('Name', { exact: true }).fill('Harbour & Sons')
  await endSession(buyer)
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await logBackIn(buyer)
  await reads(page, 'New e-mail', 'workshop@nordside.example')
  expect(await form.getByLabel('Password of today').inputValue()).toBe('')
  await reads(page, 'Name', 'Harbour & Sons')
  await form.getByRole('button', { name: 'Change name' }).click()
  await toast(page, 'Your name is changed.')
  await reload(page)
  await reads(page, 'New e-mail', 'workshop@nordside.example')
  await reads(page, 'Name', 'Harbour & Sons')
})

test('the address that was typed for a new password or the newsletter survives a reload, and nothing of it is left once it is sent', async () => {
  const { page } = await aPerson()
  const { email } = aStranger()
  const field = page.locator('main').getByRole('textbox', { name: 'Email' })
  for (const path of ['/forgot-password', '/newsletter']) {
    await visit(page, path)
    await field.fill(email)
    await reload(page)
    await expect.poll(() => field.inputValue()).toBe(email)
    await page.locator('main').locator('button[type=submit]').click()
    await page
      .getByRole('status')
      .filter({ hasText: / come|on its way|Check your/ })
      .first()
      .waitFor()
    await reload(page)
    await expect.poll(() => field.inputValue()).toBe('')
  }
})

test('a successor that was saved meanwhile stands in place of the typed one, which is told; one that is typed survives a reload, and not its being saved', async () => {
  const [product, heir, { page, context, calls }] = await Promise.all([aNumberedPart(), aProduct(), anAdmin(OFFLINE)])
  const param = { id: product._id }
  await ask(calls.product[':id'].$delete({ param }))
  await visit(page, `/dashboard/manageProducts/${product._id}`)
  const { _id: _, img: image, number, category: __, ...facts } = product
  const json = { ...facts, image, number: number ?? '', category: '', successor: 'EF-230' }
  await page.getByLabel('Successor').fill(heir._id)
  await ask(calls.product[':id'].$put({ param, json }))
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await toast(page, 'Something newer was saved meanwhile')
  await toast(page, heir._id)
  await reads(page, 'Successor', 'EF-230')
  await page.getByLabel('Successor').fill(heir._id)
  await reload(page)
  await reads(page, 'Successor', heir._id)
  const lost = await loseAnswers(context, `**/api/product/${product._id}`, 'PUT')
  await save.click()
  await page.getByText('The shop cannot be reached.').waitFor()
  await lost.end()
  await save.click()
  await toast(page, 'Product saved')
  await reads(page, 'Successor', heir._id)
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('successor')))).toEqual([])
})

test('an old number that was typed and not ended is there after Back and after a reload', async () => {
  const { page } = await anAdmin()
  const typed = page.getByLabel('Old numbers')
  await visit(page, '/dashboard/manageProducts')
  await page.locator('a[href="/dashboard/addProduct"]').first().click()
  await typed.fill('OLD-117')
  await page.goBack()
  await typed.waitFor({ state: 'detached' })
  await page.goForward()
  await page.getByRole('button', { name: 'Remove OLD-117' }).waitFor()
  await typed.fill('OLD-118')
  await reload(page)
  await page.getByRole('button', { name: 'Remove OLD-118' }).waitFor()
})
