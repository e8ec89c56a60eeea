import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { endSession, logBackIn, reads } from './ended-session.ts'
import { aPerson, reload, toast, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct, aStranger } from './standing.ts'

test('a new e-mail and a name that were typed survive the end of the session and a reload, and no password does', async () => {
  const buyer = await aBuyer()
  const { page } = buyer
  await visit(page, '/dashboard/security')
  const form = page.getByRole('region', { name: 'Name and e-mail' })
  await form.getByLabel('New e-mail').fill('workshop@nordside.example')
  await form.getByLabel('Password of today').fill(buyer.who.password)
  await endSession(buyer)
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await logBackIn(buyer)
  await reads(page, 'New e-mail', 'workshop@nordside.example')
  expect(await form.getByLabel('Password of today').inputValue()).toBe('')
  await form.getByLabel('Name', { exact: true }).fill('Harbour & Sons')
  await reload(page)
  await reads(page, 'Name', 'Harbour & Sons')
  await form.getByRole('button', { name: 'Change name' }).click()
  await toast(page, 'Your name is changed.')
  await reload(page)
  await reads(page, 'New e-mail', 'workshop@nordside.example')
  await reads(page, 'Name', 'Harbour & Sons')
})

test.each(['/forgot-password', '/notify?product=ui-180', '/newsletter'])(
  'the address that was typed at %s survives a reload, and nothing of it is left once it is sent',
  async (path) => {
    const { page } = await aPerson()
    const { email } = aStranger()
    const field = page.locator('main').getByRole('textbox', { name: 'Email' })
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
  },
)

test('the successor of an archived part that was typed survives a reload, and not its being saved', async () => {
  const [product, { page, calls }] = await Promise.all([aProduct(), anAdmin()])
  await ask(calls.product[':id'].$delete({ param: { id: product._id } }))
  await visit(page, `/dashboard/manageProducts/${product._id}`)
  await page.getByLabel('Successor').fill('EF-230')
  await reload(page)
  await reads(page, 'Successor', 'EF-230')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Product saved')
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('successor')))).toEqual([])
})

test('an old number that was typed and not ended is there after Back and after a reload', async () => {
  const [product, { page }] = await Promise.all([aProduct(), anAdmin()])
  const typed = page.getByLabel('Old numbers')
  await visit(page, '/dashboard/manageProducts')
  await page.locator('a[href="/dashboard/addProduct"]').first().click()
  await typed.fill('OLD-117')
  await page.goBack()
  await typed.waitFor({ state: 'detached' })
  await page.goForward()
  await page.getByRole('button', { name: 'Remove OLD-117' }).waitFor()
  await visit(page, `/dashboard/manageProducts/${product._id}`)
  await typed.fill('OLD-118')
  await reload(page)
  await page.getByRole('button', { name: 'Remove OLD-118' }).waitFor()
})
