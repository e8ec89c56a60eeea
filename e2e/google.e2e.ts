import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { aPerson, fillLogin, PHONE, toast, visit } from './person.ts'
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

test('a person of the demonstration is one click', async () => {
  const { page } = await aPerson(PHONE)
  await visit(page, '/login')
  const popup = await openWindow(page)
  await popup.getByRole('button', { name: /Bright Street Repairs/ }).click()
  await page.waitForURL('/')
  await toast(page, 'Login Success.')
})

test('a blocked window is told under the form', async () => {
  const { page } = await aPerson()
  await page.addInitScript(() => {
    window.open = () => null
  })
  await visit(page, '/login')
  await google(page).click()
  await refusal(page, 'The browser blocked the Google window.')
})

test('a window that is shut is told under the form, and the next try works', async () => {
  const { page } = await aPerson()
  await visit(page, '/login')
  const popup = await openWindow(page)
  expect(await google(page).getAttribute('aria-busy')).toBe('true')
  await popup.close()
  await refusal(page, 'The Google window was closed before the sign-in was finished.')
  await choose(await openWindow(page), aStranger())
  await page.waitForURL('/')
})

test('who cancels in the window is told so under the form', async () => {
  const { page } = await aPerson()
  await visit(page, '/login')
  const popup = await openWindow(page)
  await popup.getByRole('button', { name: 'Cancel' }).click()
  await refusal(page, 'You cancelled the sign-in with Google.')
})

test('a second click opens no second window, on this page or the next', async () => {
  const { page, context } = await aPerson()
  await visit(page, '/login')
  const popup = await openWindow(page)
  await google(page).click({ force: true })
  expect(context.pages()).toHaveLength(2)
  await page.getByRole('link', { name: 'Create New Account' }).click()
  await page.getByRole('heading', { name: 'Register' }).waitFor()
  await google(page).click()
  await refusal(page, 'A Google window is open already.')
  expect(context.pages()).toHaveLength(2)
  await choose(popup, aStranger())
  await page.waitForURL('/')
})

test('when Google cannot be reached, the form says so', async () => {
  const { page, context } = await aPerson()
  await context.route('**/api/auth/google/start?*', (route) => {
    const nonce = new URL(route.request().url()).searchParams.get('nonce')
    return route.fulfill({
      status: 302,
      headers: {
        Location: `/api/auth/google/done?nonce=${nonce}&error=network_failed`,
        'Cross-Origin-Opener-Policy': 'unsafe-none',
      },
    })
  })
  await visit(page, '/login')
  await google(page).click()
  await refusal(page, 'Google cannot be reached.')
})

test('another name of this machine leads to the shop’s own address, where Google lets one in', async () => {
  const { page, origin } = await aPerson()
  await visit(page, `http://127.0.0.1:${new URL(origin).port}/login`)
  expect(page.url()).toBe(`${origin}/login`)
  await google(page).waitFor()
})

test('a browser that stores nothing is told what to allow', async () => {
  const { page } = await aPerson()
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (name, value) {
      if (this === localStorage) throw new DOMException('Storage is forbidden', 'SecurityError')
      setItem.call(this, name, value)
    }
  })
  await visit(page, '/login')
  await google(page).click()
  await refusal(page, 'This browser does not let the shop keep you signed in.')
})

test('an address that Google has not verified lets nobody in', async () => {
  const { page } = await aPerson()
  await visit(page, '/login')
  await choose(await openWindow(page), aStranger(), { verified: false })
  await refusal(page, 'Google has not verified this e-mail address.')
})

test('Google never joins an account whose address is not verified', async () => {
  const { page, context, who } = await aBuyer()
  await context.clearCookies()
  await visit(page, '/login')
  await choose(await openWindow(page), who)
  await refusal(page, 'Google cannot open the account with this address')
  await fillLogin(page, who)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await toast(page, 'Login Success.')
})
