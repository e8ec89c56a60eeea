import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aPerson, fillLogin, type Person, PHONE, toast, visit } from './person.ts'
import { aBuyer, aStranger, type Who } from './standing.ts'

const google = (page: Page) => page.getByRole('button', { name: 'Continue With Google' })
const refusal = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words }).waitFor()

/** Clicks and gives the issuer's window. */
async function openWindow(page: Page) {
  await expect.poll(() => google(page).isEnabled()).toBe(true)
  const [popup] = await Promise.all([page.waitForEvent('popup'), google(page).click()])
  await popup.getByRole('heading', { name: 'Who signs in?' }).waitFor()
  return popup
}

/** Chooses an account in the issuer's window, which then closes. */
async function choose(popup: Page, { name, email }: Who, { verified = true } = {}) {
  await popup.getByLabel('Name').fill(name)
  await popup.getByLabel('Email', { exact: true }).fill(email)
  await popup.getByLabel('The e-mail is verified').setChecked(verified)
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: 'Continue' }).click()
  await closed
}

test('somebody registers with Google in a window and logs in with it again', async () => {
  const { page, context } = await aPerson(PHONE)
  const somebody = aStranger('Bright Street')
  await visit(page, '/regester?from=%2Fproducts')
  await choose(await openWindow(page), somebody)
  await page.waitForURL(({ pathname }) => pathname === '/products')
  await toast(page, 'Regester Success.')
  expect(await page.getByText('Verify your e-mail.').count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeTruthy()

  await context.clearCookies()
  await visit(page, '/login?from=%2Fdashboard%2Fprofile')
  await choose(await openWindow(page), somebody)
  await page.waitForURL('/dashboard/profile')
  await toast(page, 'Login Success.')
  await page.getByRole('definition').filter({ hasText: somebody.email }).waitFor()
})

test('another name of this machine leads to the shop’s own address, where Google lets one in: a second click opens no second window, on this page or the next, and a person of the demonstration is one click', async () => {
  const { page, context, origin } = await aPerson()
  await visit(page, `http://127.0.0.1:${new URL(origin).port}/login`)
  expect(page.url()).toBe(`${origin}/login`)
  const popup = await openWindow(page)
  await google(page).click({ force: true })
  expect(context.pages()).toHaveLength(2)
  await page.getByRole('link', { name: 'Create New Account' }).click()
  await page.getByRole('heading', { name: 'Register' }).waitFor()
  await google(page).click()
  await refusal(page, 'A Google window is open already.')
  expect(context.pages()).toHaveLength(2)
  await popup.getByRole('button', { name: /Bright Street Repairs/ }).click()
  await page.waitForURL('/')
  await page.getByRole('button', { name: 'Logout' }).waitFor()
})

test('the form says that a window was shut or cancelled, that Google cannot be reached or has not verified the address, and that it joins no account whose address is not verified; the next try works', async () => {
  const { page, context, who } = await aBuyer()
  await context.clearCookies()
  await visit(page, '/login')
  const shut = await openWindow(page)
  expect(await google(page).getAttribute('aria-busy')).toBe('true')
  await shut.close()
  await refusal(page, 'The Google window was closed before the sign-in was finished.')
  await (await openWindow(page)).getByRole('button', { name: 'Cancel' }).click()
  await refusal(page, 'You cancelled the sign-in with Google.')
  await cannotBeReached({ page, context })
  await choose(await openWindow(page), aStranger(), { verified: false })
  await refusal(page, 'Google has not verified this e-mail address.')
  await choose(await openWindow(page), who)
  await refusal(page, 'Google cannot open the account with this address')
  await fillLogin(page, who)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await toast(page, 'Login Success.')
})

async function cannotBeReached({ page, context }: Pick<Person, 'page' | 'context'>) {
  const start = '**/api/auth/google/start?*'
  await context.route(start, (route) => {
    const nonce = new URL(route.request().url()).searchParams.get('nonce')
    return route.fulfill({
      status: 302,
      headers: {
        Location: `/api/auth/google/done?nonce=${nonce}&error=network_failed`,
        'Cross-Origin-Opener-Policy': 'unsafe-none',
      },
    })
  })
  await google(page).click()
  await refusal(page, 'Google cannot be reached.')
  await context.unroute(start)
}

test('a blocked window is told under the form, and a browser that stores nothing what to allow', async () => {
  const { page } = await aPerson()
  await visit(page, '/login')
  await page.evaluate(() => {
    window.open = () => null
  })
  await google(page).click()
  await refusal(page, 'The browser blocked the Google window.')
  await page.evaluate(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name, value) {
      if (this === localStorage) throw new DOMException('Storage is forbidden', 'SecurityError')
      setItem.call(this, name, value)
    }
  })
  await google(page).click()
  await refusal(page, 'This browser does not let the shop keep you signed in.')
})
