import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { getsFocus, logOut, openMenu, PHONE, reload, signIn, untilReady, visit } from './person.ts'
import { ADMIN, aBuyer, anOrder, aProduct, type Buyer, verify } from './standing.ts'

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))

test('the dashboard’s drawer stays open while the page behind it arrives; own orders asked for after the session has ended elsewhere sign out and lead home', async () => {
  const { page, context, origin } = await aBuyer(PHONE)
  const held: (() => void)[] = []
  await context.route('**/api/checkouts?*', (route) => void held.push(() => void route.continue()))
  await page.goto('/dashboard/myorders')
  await untilReady(page)
  const toggle = page.getByRole('button', { name: /^Dashboard pages/ })
  await toggle.click()
  const drawer = page.getByRole('dialog', { name: 'Dashboard' })
  await drawer.getByRole('link', { name: 'My Profile' }).waitFor()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  for (const release of held) release()
  await context.unroute('**/api/checkouts?*')
  await page.getByText('You have no orders.').waitFor({ state: 'attached' })
  expect(await drawer.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await getsFocus(toggle)

  await toggle.click()
  await drawer.getByRole('link', { name: 'My Profile' }).click()
  await page.getByRole('button', { name: 'Update Profile' }).waitFor()
  expect(await tokenOf(page)).toBeTruthy()
  await context.request.post('/api/auth/sign-out', { data: {}, headers: { Origin: origin } })
  await toggle.click()
  await drawer.getByRole('link', { name: 'My Orders' }).click()
  await page.waitForURL('/')
  await openMenu(page)
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  expect(await tokenOf(page)).toBeNull()
})

test('own orders that are refused with 403 sign out and lead home; a list that is refused with 401 leads to the login and back', async () => {
  const { page, context } = await aBuyer()
  await context.route('**/api/checkouts?*', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'These are not your orders.' } }),
  )
  await visit(page, '/dashboard/myorders')
  await page.waitForURL('/')
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  expect(await tokenOf(page)).toBeNull()

  await context.route('**/api/users?*', (route) =>
    route.fulfill({ status: 401, json: { code: 'unauthenticated', message: 'Log in first.' } }),
  )
  await signIn(page, ADMIN, '/profile')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Make Admin' }).click()
  await page.waitForURL(`/login?from=${encodeURIComponent('/dashboard/makeAdmin')}`)
  expect(await tokenOf(page)).toBeNull()
})

test('a token that died alone is renewed without a word; a token that is known to be old is renewed before it is sent, so that the console stays empty', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  await anOrder(buyer, product)
  const row = page.getByRole('row').filter({ hasText: product.name })
  await visit(page, '/')
  await page.getByRole('link', { name: buyer.who.name }).waitFor()
  await page.evaluate(() => localStorage.setItem('accessToken', 'not-a-token'))
  await visit(page, '/dashboard/myorders')
  await row.waitFor()
  expect(await tokenOf(page)).not.toBe('not-a-token')

  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'not-a-token')
    localStorage.setItem('accessTokenAt', String(Date.now() - 60 * 60_000))
  })
  const refused: string[] = []
  page.on('response', (response) => void (response.status() === 401 && refused.push(response.url())))
  await reload(page)
  await row.waitFor()
  expect(await tokenOf(page)).not.toBe('not-a-token')
  expect(refused).toEqual([])
})

test('logging out leaves nothing of a person to the next one at this browser, and is seen in another tab, which forgets what was begun there', async () => {
  const { page, context } = await aBuyer()
  const other = await context.newPage()
  const description = other.getByLabel('Description')
  await visit(other, '/dashboard/review')
  await description.fill('Cold and quiet since June.')
  await reload(other)
  await expect.poll(() => description.inputValue()).toBe('Cold and quiet since June.')
  await visit(page, '/quick-order')
  await page.getByRole('button', { name: 'An example' }).click()
  const pasted = page.getByRole('textbox').first()
  await expect.poll(() => pasted.inputValue()).not.toBe('')
  await page.evaluate(() => localStorage.setItem('sums', JSON.stringify({ country: 'NO', code: 'SECRET' })))
  await logOut(page)
  expect(await pasted.inputValue()).toBe('')
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  for (const key of ['SECRET', 'quick-order', 'accessToken']) expect(kept).not.toContain(key)
  await other.waitForURL((url) => url.pathname === '/login')
  await other.getByRole('link', { name: 'Login' }).first().waitFor()
  expect(await other.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('since June')
})

describe('while the question who is here is refused or cut off', () => {
  const provokes = /get-session/
  const asking = '**/api/auth/get-session'
  const fail = ({ context }: Buyer, how: 'refused' | 'cut off') =>
    context.route(asking, (route) =>
      how === 'refused'
        ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The shop is busy.' } })
        : route.abort(),
    )

  async function comesByRetry({ page, context }: Buyer) {
    await page.getByText('The shop cannot be reached.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/myorders')
    await context.unroute(asking)
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await page.getByText('You have no orders.').waitFor()
  }

  test('the dashboard stays where it is, and comes by Retry; a token that ran out meanwhile ends no session', async () => {
    const buyer = await aBuyer({ provokes })
    const { page } = buyer
    const side = page.getByRole('navigation', { name: 'Dashboard' })
    for (const how of ['refused', 'cut off'] as const) {
      await fail(buyer, how)
      await page.goto('/dashboard/myorders')
      await comesByRetry(buyer)
      await side.getByRole('link', { name: 'My Profile' }).click()
      await page.getByRole('button', { name: 'Update Profile' }).waitFor()
      await fail(buyer, how)
      await page.evaluate(() => localStorage.setItem('accessToken', 'not-a-token'))
      await side.getByRole('link', { name: 'My Orders' }).click()
      await comesByRetry(buyer)
    }
  })

  test('a page looks neither signed in nor signed out, and finds out by Retry; there it is told for how long pieces are held, and logging out leaves it to be read', async () => {
    const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes })])
    const { page, context, who } = buyer
    const bar = page.getByRole('banner')
    const retry = bar.getByRole('button', { name: 'Retry finding out who you are' })
    for (const how of ['refused', 'cut off'] as const) {
      await fail(buyer, how)
      await visit(page, `/purcess/${product._id}`)
      await retry.waitFor()
      expect(await page.getByRole('link', { name: /^Login/ }).count()).toBe(0)
      await page.getByText('We could not find out who you are.').waitFor()
      await context.unroute(asking)
      await retry.click()
      await bar.getByRole('link', { name: who.name }).waitFor()
      await page.getByRole('button', { name: 'Place Order' }).waitFor()
    }
    const add = page.getByRole('button', { name: 'Add', exact: true })
    await add.click()
    await page.getByText('We hold the pieces for 30 minutes, and for 24 hours once your e-mail is verified;').waitFor()
    await verify(buyer)
    await reload(page)
    await add.click()
    await page.getByText('We hold the pieces for 24 hours; you pay from My Orders.').waitFor()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('link', { name: 'Login to order' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/purcess/${product._id}`)
  })
})
