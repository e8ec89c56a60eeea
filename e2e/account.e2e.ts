import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { profileToSave } from './filled-forms.ts'
import { linkIn, mailTo } from './mail.ts'
import { aPerson, fillLogin, PHONE, reload, signIn, toast, visit } from './person.ts'
import {
  aBuyer,
  anAdmin,
  anOrder,
  aProduct,
  aStranger,
  asAdmin,
  type Buyer,
  payByCalls,
  signedInOn,
  verify,
  type Who,
} from './standing.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name })

async function aMember(size?: Parameters<typeof aPerson>[0]) {
  const buyer = await aBuyer(size)
  await verify(buyer)
  return buyer
}

/** Types another address and the password, and answers the path of the link that comes to it. */
async function askForEmail({ page, who }: Pick<Buyer, 'page' | 'who'>, newEmail: string) {
  const form = panel(page, 'Name and e-mail')
  await form.getByLabel('New e-mail').fill(newEmail)
  await form.getByLabel('Password of today').fill(who.password)
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await toast(page, 'A link is on its way.')
  const link = new URL(linkIn(await mailTo(newEmail, /^Confirm your new e-mail/), '/change-email'))
  return link.pathname + link.search
}

async function confirm(page: Page, link: string) {
  await visit(page, link)
  await page.getByRole('button', { name: 'Confirm this e-mail' }).click()
}

test('name, e-mail and password are changed on one page, and the way in with them; a wrong password is told at its field, and a profile that is open meanwhile is saved', async () => {
  const member = await aMember(PHONE)
  const { page, context, who } = member
  const newEmail = aStranger().email
  const form = panel(page, 'Name and e-mail')
  await visit(page, '/dashboard/security')
  await form.getByLabel('New e-mail').fill('not an address')
  await form.getByLabel('Password of today').fill('not-the-password')
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await form.getByText('Provide a valid Email').waitFor()
  await form.getByLabel('New e-mail').fill(newEmail)
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await form.getByText('This is not your password.').waitFor()
  const link = await askForEmail(member, newEmail)
  await form.getByText(`A link waits at ${newEmail}`).waitFor()
  await form.getByLabel('Name', { exact: true }).fill('Harbour & Sons')
  await page.getByRole('button', { name: 'Change name' }).click()
  await toast(page, 'Your name is changed.')
  await page.getByRole('button', { name: /^Dashboard pages/ }).click()
  await page.getByRole('dialog', { name: 'Dashboard' }).getByRole('link', { name: 'My Profile' }).click()
  const profile = await profileToSave(page)
  const elsewhere = await context.newPage()
  await confirm(elsewhere, link)
  await elsewhere.waitForURL('/dashboard/security')
  await elsewhere.getByText(`Your e-mail is ${newEmail}.`).waitFor()
  await profile.getByRole('button', { name: 'Update Profile' }).click()
  await toast(page, 'Yay! edit Success')
  await page.getByRole('definition').filter({ hasText: newEmail }).waitFor()
  await changesPassword(elsewhere, who.password)
  await context.clearCookies()
  await signIn(page, { email: newEmail, password: NEXT_PASSWORD }, '/dashboard/profile')
  await page.getByText('Harbour & Sons').first().waitFor({ state: 'attached' })
})

const NEXT_PASSWORD = 'colder-chain-43'

async function changesPassword(page: Page, password: string) {
  await panel(page, 'Password').getByLabel('Password of today').fill(password)
  await panel(page, 'Password').getByLabel('New password').fill(NEXT_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await toast(page, 'Your password is changed.')
}

test('sessions are listed, ending one signs that browser out, and the link of a new address asks it for the password', async () => {
  const [member, { page: elsewhere, context, origin }] = await Promise.all([aMember(), aPerson()])
  const { page, who } = member
  const entered = await context.request.post('/api/auth/sign-in/email', { data: who, headers: { Origin: origin } })
  expect(entered.ok()).toBe(true)
  await visit(page, '/dashboard/security')
  const sessions = panel(page, 'Sessions')
  await sessions.getByText('This one').waitFor()
  await sessions.getByRole('button', { name: 'End the session in Chrome on Linux' }).first().click()
  await toast(page, 'The session in Chrome on Linux is ended.')
  await visit(elsewhere, '/dashboard/profile')
  await elsewhere.waitForURL((url) => url.pathname === '/login')

  const link = await askForEmail(member, aStranger().email)
  await confirm(elsewhere, link)
  await elsewhere.getByText('Open the link where you are signed in').waitFor()
  await elsewhere.getByLabel('Password', { exact: true }).fill(who.password)
  await elsewhere.getByRole('button', { name: 'Confirm this e-mail' }).click()
  await elsewhere.waitForURL('/dashboard/security')
  await reload(page)
  await page.waitForURL((url) => url.pathname === '/login')
})

test('an address that a thief changed is taken back from the old mailbox, and the thief is out', async () => {
  const owner = await aMember()
  const thief = await signedInOn(owner)
  const stolen = aStranger().email
  await visit(thief.page, '/dashboard/security')
  await confirm(thief.page, await askForEmail(thief, stolen))
  await thief.page.getByText(`Your e-mail is ${stolen}.`).waitFor()
  const link = linkIn(await mailTo(owner.who.email, /was changed$/), '/take-back')
  await visit(owner.page, link)
  await owner.page.getByRole('button', { name: 'Take it back' }).click()
  await owner.page.getByText('Your account has this address again').waitFor()
  await visit(owner.page, linkIn(await mailTo(owner.who.email, /^Choose a new password/), '/reset-password'))
  await owner.page.getByLabel('New password').fill(NEXT_PASSWORD)
  await owner.page.getByRole('button', { name: 'Set the password' }).click()
  await owner.page.waitForURL('/login')
  await signIn(owner.page, { ...owner.who, password: NEXT_PASSWORD }, '/dashboard/profile')
  await reload(thief.page)
  await thief.page.waitForURL((url) => url.pathname === '/login')
  await fillLogin(thief.page, { email: stolen, password: owner.who.password })
  await thief.page.getByRole('button', { name: 'Login', exact: true }).click()
  await thief.page.getByText('Invalid email or password.').waitFor()
})

test('everything the shop keeps of somebody is saved as one file; an account is erased by its words and its password, once nothing is under way', async () => {
  const [product, member, desk] = await Promise.all([aProduct(), aMember(), anAdmin()])
  const { page, who } = member
  const order = await anOrder(member, product)
  await ask(member.calls['create-payment-intent'].$post({ json: { price: order.price, orderId: order._id } }))
  await visit(page, '/dashboard/privacy')
  await savesTheFile(page, who)
  await payByCalls(member, order)
  await anOrder(member, product)
  await page.getByRole('button', { name: 'Erase me…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('To confirm, type your e-mail').fill(who.email)
  await dialog.getByLabel('Password', { exact: true }).fill(who.password)
  const erase = dialog.getByRole('button', { name: 'Erase for good' })
  await erase.click()
  await dialog.getByText('Something you paid for is not sent yet.').waitFor()
  await ask((await asAdmin()).paidorders[':id'].$patch({ param: { id: order._id } }))
  await erase.click()
  await dialog.getByText('Something you paid for was sent a moment ago.').waitFor()
  await visit(desk.page, `/dashboard/orders/${order.number}`)
  const correct = desk.page.getByRole('button', { name: 'Correct the delivery' })
  await correct.waitFor()
  const isErased = async () => {
    await erase.click({ timeout: 1000 }).catch(() => undefined)
    return page.getByText('Your account is deleted.').isVisible()
  }
  // A delivery can be taken back for ten seconds.
  await expect.poll(isErased, { timeout: 30_000, interval: 1000 }).toBe(true)
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  await reload(desk.page)
  await desk.page.getByRole('link', { name: 'Slip of' }).waitFor()
  expect(await correct.count()).toBe(0)
  await desk.page.getByRole('region', { name: 'Sum and address' }).getByText('account closed').waitFor()
  expect(await desk.page.getByText('closed.invalid').count()).toBe(0)
  const anew = await aBuyer({}, who)
  expect(await ask(anew.calls.orders.$get({ query: { email: who.email } }))).toEqual([])
})

async function savesTheFile(page: Page, who: Who) {
  const known = page.getByRole('region', { name: 'What is known' })
  await known.getByText(/^1 since /).waitFor()
  await known.getByText('Payments begun').waitFor()
  await known.getByText(`${who.name}, ${who.email}`).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Make the file' }).click()
  const file = await saved
  await toast(page, 'Your file is saved.')
  expect(file.suggestedFilename()).toBe('parts-house-my-data.json')
  const told = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect([told.account[0].email, told.orders.length, told.orders[0].lines.length]).toEqual([who.email, 1, 1])
}

/** Whether nothing covers the button. */
const isFree = (page: Page) =>
  page.getByRole('button', { name: 'Resend' }).evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const seen = [left + 1, right - 1].map((x) => document.elementFromPoint(x, (top + bottom) / 2))
    return seen.every((one) => one !== null && button.contains(one))
  })

test('on a phone, a tablet and a desk no toast lies over Resend', async () => {
  const { page } = await aBuyer()
  const sizes = [375, 820, 1280].map((width) => ({ width, height: 900 }))
  await visit(page, '/dashboard/security')
  for (const size of sizes) {
    await page.setViewportSize(size)
    await page.getByRole('button', { name: 'Change name' }).click()
    await toast(page, 'Your name is changed.')
    expect([size, await isFree(page)]).toEqual([size, true])
  }
  await visit(page, '/dashboard/profile')
  for (const size of sizes) {
    await page.setViewportSize(size)
    const dialog = await profileToSave(page)
    await dialog.getByRole('button', { name: 'Update Profile' }).click()
    await toast(page, 'Yay! edit Success')
    await dialog.waitFor({ state: 'detached' })
    expect([size, await isFree(page)]).toEqual([size, true])
  }
})
