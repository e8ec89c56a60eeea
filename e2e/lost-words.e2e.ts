import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { reads } from './ended-session.ts'
import { addressToAdd, messageToSend } from './filled-forms.ts'
import { holdLine, isLedToIt, loseAnswers } from './lost-answers.ts'
import { linkIn, mailTo } from './mail.ts'
import { aPerson, fillLogin, holdAnswers, reload, toast, visit } from './person.ts'
import { aBuyer, aProduct, aStranger } from './standing.ts'

const OFFLINE = { provokes: /Failed to load resource/ }
const UNREACHABLE = 'The shop cannot be reached.'

test('a message whose page was left before it could not be sent is said to be so, and stands in its form', async () => {
  const { page } = await aPerson(OFFLINE)
  const form = await messageToSend(page)
  const message = form.getByLabel('Message')
  const line = await holdLine(page, '**/api/contact')
  await form.getByRole('button', { name: 'Submit' }).click()
  await line.asked
  await page.getByRole('link', { name: 'Blog' }).first().click()
  await page.getByRole('heading', { name: 'Blog' }).first().waitFor()
  line.cut()
  await toast(page, UNREACHABLE)
  await page.goBack()
  await expect.poll(() => message.inputValue()).toBe('The plate says HC 300.')
})

test('an address whose answer is cut off after its head is said to have found no shop', async () => {
  const { page } = await aBuyer()
  await visit(page, '/dashboard/addresses')
  const dialog = await addressToAdd(page)
  await page.route('**/api/addresses', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ contentType: 'application/json', body: '{"_id' })
      : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText(UNREACHABLE).waitFor()
})

test('an order whose dialog is closed while its answer is lost is said to be so, and is shown where another is begun', async () => {
  const [{ page, calls, who }, product] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  await visit(page, `/purcess/${product._id}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const open = page.getByRole('button', { name: 'Place Order' })
  await open.click()
  const dialog = page.getByRole('dialog')
  const line = await holdLine(page, '**/api/order', { isThere: true })
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await line.asked
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  line.cut()
  await toast(page, UNREACHABLE)
  await line.end()
  await open.click()
  await isLedToIt(page)
  expect(await ask(calls.orders.$get({ query: { email: who.email } }))).toHaveLength(1)
})

test('the words of an order that never came to the shop stand in its dialog again, also where the shop cannot say at first', async () => {
  const [{ page }, product] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  await visit(page, `/purcess/${product._id}`)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const open = page.getByRole('button', { name: 'Place Order' })
  await open.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('Quay 9')
  await page.route('**/api/order', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await dialog.getByText(UNREACHABLE).waitFor()
  await page.route('**/api/checkouts/placed/*', (route) => route.abort(), { times: 1 })
  await reload(page)
  await toast(page, UNREACHABLE)
  await open.click()
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('Quay 9')
})

test('the words of the next order of a part are kept by a reload, also after the one before was seen in My Orders', async () => {
  const [{ page, context }, product] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  const dialog = page.getByRole('dialog')
  const orderTo = async (address: string, { last = '' } = {}) => {
    await visit(page, `/purcess/${product._id}`)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Place Order' }).click()
    // What an empty form is filled with from the last order would come between the selection and the typing.
    await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe(last)
    await dialog.getByLabel('Address').fill(address)
  }
  await orderTo('Quay 9')
  await loseAnswers(context, '**/api/order')
  await dialog.getByRole('button', { name: 'Place Order' }).click()
  await dialog.getByText(UNREACHABLE).waitFor()
  await visit(page, '/dashboard/myorders')
  await page.getByRole('link', { name: /^PH-/ }).waitFor()
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('isSeen')
  await orderTo('New Street 55', { last: 'Quay 9' })
  await reload(page)
  await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('New Street 55')
})

test('a wrong password is said also when the question to erase the account was closed meanwhile', async () => {
  const { page, who } = await aBuyer(OFFLINE)
  await visit(page, '/dashboard/privacy')
  await page.getByRole('button', { name: 'Erase me…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To confirm, type your e-mail').fill(who.email)
  await dialog.getByLabel('Password', { exact: true }).fill(`${who.password}?`)
  const erasing = await holdAnswers(page, '**/api/account/delete', 'POST')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await erasing.asked
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await toast(page, 'Your account is being erased already.')
  erasing.letThrough()
  await toast(page, 'This is not your password.')
})

test('the link of a list is not shown any more when it may have been ended by one whose answer was lost', async () => {
  const [{ page, context, calls }, product] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  const lines = [{ productId: product._id, quantity: 4, reference: '' }]
  const { _id: id } = await ask(calls.lists.$post({ json: { name: 'Van stock', lines } }))
  await visit(page, `/dashboard/lists/${id}`)
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = page.getByLabel('The link, which is shown only now')
  await link.waitFor()
  await loseAnswers(context, '**/api/lists/*/link')
  await page.getByRole('button', { name: 'Make a new link' }).click()
  await toast(page, UNREACHABLE)
  expect(await link.count()).toBe(0)
})

test.each([
  ['**/api/auth/sign-up/email', 'POST'],
  ['**/api/user/*', 'PUT'],
])('a registration that loses the answer of %s keeps its words, and says that it may be done', async (path, method) => {
  const { page, context } = await aPerson(OFFLINE)
  const who = aStranger()
  await visit(page, '/regester')
  await page.getByLabel('Name').fill(who.name)
  await fillLogin(page, who)
  await loseAnswers(context, path, method)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByText('You may be registered already: log in.').waitFor()
  await reads(page, 'Name', who.name)
  await reads(page, 'Email', who.email)
})

test('what the link of a mail does may be done already when its answer was lost, and so may a new password', async () => {
  const who = aStranger()
  const { page, context } = await aBuyer(OFFLINE, who)
  await visit(page, linkIn(await mailTo(who.email, /^Verify your e-mail/), '/verify-email'))
  await loseAnswers(context, '**/api/auth/verify-email')
  await page.getByRole('button', { name: 'Verify e-mail' }).click()
  await page.getByText('It may be done already.').waitFor()

  await visit(page, '/dashboard/security')
  const panel = page.locator('form').filter({ has: page.getByRole('button', { name: 'Change password' }) })
  await panel.getByLabel('Password of today').fill(who.password)
  await panel.getByLabel('New password').fill(`${who.password}!`)
  await loseAnswers(context, '**/api/auth/change-password')
  await panel.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password may be changed already.').waitFor()
})

test('an account whose deletion was not answered may be erased already, and its dialog says so', async () => {
  const { page, context, who } = await aBuyer(OFFLINE)
  await visit(page, '/dashboard/privacy')
  await page.getByRole('button', { name: 'Erase me…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To confirm, type your e-mail').fill(who.email)
  await dialog.getByLabel('Password', { exact: true }).fill(who.password)
  await loseAnswers(context, '**/api/account/delete')
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await dialog.getByText('Your account may be erased already.').waitFor()
})
