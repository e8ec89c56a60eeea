import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { reads } from './ended-session.ts'
import { loseAnswers } from './lost-answers.ts'
import { linkIn, mailTo } from './mail.ts'
import { aPerson, fillLogin, holdAnswers, reload, toast, visit } from './person.ts'
import { aBuyer, aProduct, aStranger, type Who } from './standing.ts'

const OFFLINE = { provokes: /Failed to load resource/ }
const UNREACHABLE = 'The shop cannot be reached.'

test('the words of the next order of a part are kept by a reload, once the one before was seen in My Orders; those of one that never came to the shop stand in its dialog again, also where the shop cannot say at first', async () => {
  const [{ page, context }, product] = await Promise.all([aBuyer(OFFLINE), aProduct()])
  const dialog = page.getByRole('dialog')
  const address = dialog.getByLabel('Address')
  const place = dialog.getByRole('button', { name: 'Place Order' })
  const open = page.getByRole('button', { name: 'Place Order' })
  const orderTo = async (street: string, { last = '' } = {}) => {
    await visit(page, `/purcess/${product._id}`)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await open.click()
    // What an empty form is filled with from the last order would come between the selection and the typing.
    await expect.poll(() => address.inputValue()).toBe(last)
    await address.fill(street)
  }
  await orderTo('Quay 9')
  const lost = await loseAnswers(context, '**/api/order')
  await place.click()
  await dialog.getByText(UNREACHABLE).waitFor()
  await lost.end()
  await visit(page, '/dashboard/myorders')
  await page.getByRole('link', { name: /^PH-/ }).waitFor()
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).toContain('isSeen')
  await orderTo('New Street 55', { last: 'Quay 9' })
  await reload(page)
  await expect.poll(() => address.inputValue()).toBe('New Street 55')

  await page.route('**/api/order', (route) => route.abort())
  await place.click()
  await dialog.getByText(UNREACHABLE).waitFor()
  await page.route('**/api/checkouts/placed/*', (route) => route.abort(), { times: 1 })
  await reload(page)
  await toast(page, UNREACHABLE)
  await open.click()
  await expect.poll(() => address.inputValue()).toBe('New Street 55')
})

test('an account whose deletion was not answered may be erased already, and its dialog says so; a wrong password is said also when it was closed meanwhile', async () => {
  const { page, context, who } = await aBuyer(OFFLINE)
  const dialog = page.getByRole('dialog')
  const erase = dialog.getByRole('button', { name: 'Erase for good' })
  const fillIn = async (password: string) => {
    await page.getByRole('button', { name: 'Erase me…' }).click()
    await dialog.getByLabel('To confirm, type your e-mail').fill(who.email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
  }
  await visit(page, '/dashboard/privacy')
  await fillIn(`${who.password}?`)
  const erasing = await holdAnswers(page, '**/api/account/delete', 'POST')
  await erase.click()
  await erasing.asked
  await dialog.getByRole('button', { name: 'Keep my account' }).click()
  await toast(page, 'Your account is being erased already.')
  erasing.letThrough()
  await toast(page, 'This is not your password.')
  await page.unroute('**/api/account/delete')

  await fillIn(who.password)
  await loseAnswers(context, '**/api/account/delete')
  await erase.click()
  await dialog.getByText('Your account may be erased already.').waitFor()
})

test('a registration whose answer is lost keeps its words, and says that it may be done, also when its last call was answered by nothing', async () => {
  const { page, context } = await aPerson(OFFLINE)
  const register = async (who: Who, path: string, method: string) => {
    await visit(page, '/regester')
    await page.getByLabel('Name').fill(who.name)
    await fillLogin(page, who)
    const lost = await loseAnswers(context, path, method)
    await page.getByRole('button', { name: 'Register', exact: true }).click()
    await page.getByText('You may be registered already: log in.').waitFor()
    await reads(page, 'Name', who.name)
    await reads(page, 'Email', who.email)
    await lost.end()
  }
  await register(aStranger(), '**/api/auth/sign-up/email', 'POST')
  await context.clearCookies()
  await register(aStranger('Polar Repairs'), '**/api/user/*', 'PUT')
})

test('what the link of a mail does may be done already when its answer was lost, and so may a new password; the link of a list is shown no more when it may have been ended', async () => {
  const who = aStranger()
  const [{ page, context, calls }, product] = await Promise.all([aBuyer(OFFLINE, who), aProduct()])
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
