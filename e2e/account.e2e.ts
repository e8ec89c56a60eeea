import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { profileToSave } from './filled-forms.ts'
import { linkIn, mailTo } from './mail.ts'
import { aPerson, fillLogin, PHONE, reload, signIn, toast, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, aStranger, asAdmin, type Buyer, payByCalls, verify } from './standing.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name })

async function aMember(size?: Parameters<typeof aPerson>[0]) {
  const buyer = await aBuyer(size)
  await verify(buyer)
  return buyer
}

/** Types another address and the password, and answers the path of the link that comes to it. */
async function askForEmail({ page, who }: Pick<Buyer, 'page' | 'who'>, newEmail: string) {
  await visit(page, '/dashboard/security')
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

test('name, e-mail and password are changed on one page, and the way in with them', async () => {
  const member = await aMember(PHONE)
  const { page, who } = member
  const newEmail = aStranger().email
  const link = await askForEmail(member, newEmail)
  await panel(page, 'Name and e-mail').getByText(`A link waits at ${newEmail}`).waitFor()
  await panel(page, 'Name and e-mail').getByLabel('Name', { exact: true }).fill('Harbour & Sons')
  await page.getByRole('button', { name: 'Change name' }).click()
  await toast(page, 'Your name is changed.')
  await confirm(page, link)
  await page.waitForURL('/dashboard/security')
  await page.getByText(`Your e-mail is ${newEmail}.`).waitFor()
  await panel(page, 'Password').getByLabel('Password of today').fill(who.password)
  await panel(page, 'Password').getByLabel('New password').fill('colder-chain-43')
  await page.getByRole('button', { name: 'Change password' }).click()
  await toast(page, 'Your password is changed.')
  const elsewhere = await aPerson(PHONE)
  await signIn(elsewhere.page, { email: newEmail, password: 'colder-chain-43' }, '/dashboard/profile')
  await elsewhere.page.getByText('Harbour & Sons').first().waitFor({ state: 'attached' })
})

test('a profile that is open while the address changes in another tab is saved', async () => {
  const member = await aMember()
  const { page, context } = member
  const newEmail = aStranger().email
  const link = await askForEmail(member, newEmail)
  await visit(page, '/dashboard/profile')
  const dialog = await profileToSave(page)
  const elsewhere = await context.newPage()
  await confirm(elsewhere, link)
  await elsewhere.getByText(`Your e-mail is ${newEmail}.`).waitFor()
  await dialog.getByRole('button', { name: 'Update Profile' }).click()
  await toast(page, 'Yay! edit Success')
  await page.getByText('Refrigeration technician').waitFor()
  await page.getByRole('definition').filter({ hasText: newEmail }).waitFor()
})

test('a wrong password is told at its field, and nothing is mailed', async () => {
  const { page } = await aMember()
  await visit(page, '/dashboard/security')
  const form = panel(page, 'Name and e-mail')
  await form.getByLabel('New e-mail').fill('not an address')
  await form.getByLabel('Password of today').fill('not-the-password')
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await form.getByText('Provide a valid Email').waitFor()
  await form.getByLabel('New e-mail').fill(aStranger().email)
  await form.getByRole('button', { name: 'Change e-mail' }).click()
  await form.getByText('This is not your password.').waitFor()
})

test('sessions are listed, and ending one signs that browser out', async () => {
  const { page, who } = await aMember()
  const phone = await aPerson()
  await signIn(phone.page, who, '/dashboard/profile')
  await visit(page, '/dashboard/security')
  const sessions = panel(page, 'Sessions')
  await sessions.getByText('This one').waitFor()
  await sessions.getByRole('button', { name: 'End the session in Chrome on Linux' }).first().click()
  await toast(page, 'The session in Chrome on Linux is ended.')
  await reload(phone.page)
  await phone.page.waitForURL((url) => url.pathname === '/login')
})

test('an address that a thief changed is taken back from the old mailbox, and the thief is out', async () => {
  const owner = await aMember()
  const thief = await aPerson()
  await signIn(thief.page, owner.who, '/dashboard/profile')
  const stolen = aStranger().email
  await confirm(thief.page, await askForEmail({ page: thief.page, who: owner.who }, stolen))
  await thief.page.getByText(`Your e-mail is ${stolen}.`).waitFor()
  const link = linkIn(await mailTo(owner.who.email, /was changed$/), '/take-back')
  await visit(owner.page, link)
  await owner.page.getByRole('button', { name: 'Take it back' }).click()
  await owner.page.getByText('Your account has this address again').waitFor()
  await visit(owner.page, linkIn(await mailTo(owner.who.email, /^Choose a new password/), '/reset-password'))
  await owner.page.getByLabel('New password').fill('colder-chain-43')
  await owner.page.getByRole('button', { name: 'Set the password' }).click()
  await owner.page.waitForURL('/login')
  await signIn(owner.page, { ...owner.who, password: 'colder-chain-43' }, '/dashboard/profile')
  await reload(thief.page)
  await thief.page.waitForURL((url) => url.pathname === '/login')
  await fillLogin(thief.page, { email: stolen, password: owner.who.password })
  await thief.page.getByRole('button', { name: 'Login', exact: true }).click()
  await thief.page.getByText('Invalid email or password.').waitFor()
})

test('the link of a new address asks a foreign browser for the password', async () => {
  const member = await aMember()
  const link = await askForEmail(member, aStranger().email)
  const { page } = await aPerson()
  await confirm(page, link)
  await page.getByText('Open the link where you are signed in').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(member.who.password)
  await page.getByRole('button', { name: 'Confirm this e-mail' }).click()
  await page.waitForURL('/dashboard/security')
  await reload(member.page)
  await member.page.waitForURL((url) => url.pathname === '/login')
})

test('an account is erased by its words and its password, once nothing is under way', async () => {
  const [product, member] = await Promise.all([aProduct(), aMember()])
  const { page, who } = member
  const order = await anOrder(member, product)
  await visit(page, '/dashboard/privacy')
  const erase = async () => {
    await page.getByRole('button', { name: 'Erase me…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('To confirm, type your e-mail').fill(who.email)
    await dialog.getByLabel('Password', { exact: true }).fill(who.password)
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    return dialog
  }
  await payByCalls(member, order)
  const dialog = await erase()
  await dialog.getByText('Something you paid for is not sent yet.').waitFor()
  const desk = await anAdmin()
  await ask((await asAdmin()).paidorders[':id'].$patch({ param: { id: order._id } }))
  await visit(desk.page, `/dashboard/orders/${order.number}`)
  const correct = desk.page.getByRole('button', { name: 'Correct the delivery' })
  await correct.waitFor()
  const again = dialog.getByRole('button', { name: 'Erase for good' })
  await again.click()
  await dialog.getByText('Something you paid for was sent a moment ago.').waitFor()
  const isErased = async () => {
    await again.click({ timeout: 1000 }).catch(() => undefined)
    return page.getByText('Your account is deleted.').isVisible()
  }
  // A delivery can be taken back for ten seconds.
  await expect.poll(isErased, { timeout: 30_000, interval: 1000 }).toBe(true)
  await reload(desk.page)
  await desk.page.getByRole('link', { name: 'Slip of' }).waitFor()
  expect(await correct.count()).toBe(0)
  const other = await aMember()
  const { number } = await anOrder(other, product)
  await visit(other.page, '/dashboard/privacy')
  await other.page.getByRole('button', { name: 'Erase me…' }).click()
  await other.page.getByLabel('To confirm, type your e-mail').fill(other.who.email)
  await other.page.getByLabel('Password', { exact: true }).fill(other.who.password)
  await other.page.getByRole('button', { name: 'Erase for good' }).click()
  await toast(other.page, 'Your account is deleted.')
  await other.page.getByRole('link', { name: 'Login' }).first().waitFor()
  expect(new URL(other.page.url()).pathname).toBe('/')
  const anew = await aBuyer({}, other.who)
  await visit(anew.page, '/dashboard/myorders')
  await anew.page.getByText('You have not ordered anything yet.').waitFor()
  await visit(desk.page, `/dashboard/orders/${number}`)
  await desk.page.getByRole('region', { name: 'Sum and address' }).getByText('account closed').waitFor()
  expect(await desk.page.getByText('closed.invalid').count()).toBe(0)
})

/** Whether nothing covers the button. */
const isFree = (page: Page) =>
  page.getByRole('button', { name: 'Resend' }).evaluate((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const seen = [left + 1, right - 1].map((x) => document.elementFromPoint(x, (top + bottom) / 2))
    return seen.every((one) => one !== null && button.contains(one))
  })

test.each([375, 820, 1280])('at %i pixels no toast lies over Resend', async (width) => {
  const { page } = await aBuyer({ viewport: { width, height: 900 } })
  await visit(page, '/dashboard/security')
  await page.getByRole('button', { name: 'Change name' }).click()
  await toast(page, 'Your name is changed.')
  expect(await isFree(page)).toBe(true)
  await visit(page, '/dashboard/profile')
  const dialog = await profileToSave(page)
  await dialog.getByRole('button', { name: 'Update Profile' }).click()
  await toast(page, 'Yay! edit Success')
  await dialog.waitFor({ state: 'detached' })
  expect(await isFree(page)).toBe(true)
})

test('everything the shop keeps of somebody is saved as one file, and how much it is stands beside it', async () => {
  const [product, member] = await Promise.all([aProduct(), aMember()])
  const { page, who } = member
  const { _id: orderId, price } = await anOrder(member, product)
  await ask(member.calls['create-payment-intent'].$post({ json: { price, orderId } }))
  await visit(page, '/dashboard/privacy')
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
})
