import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { fillLogin, logOut, openMenu, PHONE, reload, signIn, toast, untilReady, visit } from './person.ts'
import { aBuyer, anAdmin, anOrder, aProduct, asAdmin, verify } from './standing.ts'

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('accessToken'))

test('own orders asked for after the session has ended elsewhere sign out and lead home', async () => {
  const { page, context, origin } = await aBuyer(PHONE)
  await visit(page, '/dashboard/profile')
  await page.getByRole('button', { name: 'Update Profile' }).waitFor()
  expect(await tokenOf(page)).toBeTruthy()
  await context.request.post('/api/auth/sign-out', { data: {}, headers: { Origin: origin } })
  await page.getByRole('button', { name: /^Dashboard pages/ }).click()
  const side = page.getByRole('navigation', { name: 'Dashboard pages' })
  await side.getByRole('link', { name: 'My Orders' }).click()
  await page.waitForURL('/')
  await openMenu(page)
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  expect(await tokenOf(page)).toBeNull()
})

test('the dashboard’s drawer stays open while the page behind it arrives', async () => {
  const { page, context } = await aBuyer(PHONE)
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
  await page.getByText('You have not ordered anything yet.').waitFor({ state: 'attached' })
  expect(await drawer.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => toggle.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('own orders that are refused with 403 sign out and lead home', async () => {
  const { page, context } = await aBuyer()
  await context.route('**/api/checkouts?*', (route) =>
    route.fulfill({ status: 403, json: { code: 'forbidden', message: 'These are not your orders.' } }),
  )
  await visit(page, '/dashboard/myorders')
  await page.waitForURL('/')
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  expect(await tokenOf(page)).toBeNull()
})

test.each([
  ['manageProducts', 'allproducts'],
  ['makeAdmin', 'users'],
  ['audit', 'audit'],
])('the list of /dashboard/%s that is refused with 401 leads to the login and back', async (name, call) => {
  const { page, context } = await anAdmin()
  await context.route(`**/api/${call}?*`, (route) =>
    route.fulfill({ status: 401, json: { code: 'unauthenticated', message: 'Log in first.' } }),
  )
  await visit(page, `/dashboard/${name}`)
  await page.waitForURL(`/login?from=${encodeURIComponent(`/dashboard/${name}`)}`)
  expect(await tokenOf(page)).toBeNull()
})

test('a token that died alone is renewed without a word', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  await anOrder(buyer, product)
  await visit(page, '/')
  await page.getByRole('link', { name: buyer.who.name }).waitFor()
  await page.evaluate(() => localStorage.setItem('accessToken', 'not-a-token'))
  await visit(page, '/dashboard/myorders')
  await page.getByRole('row').filter({ hasText: product.name }).waitFor()
  expect(await tokenOf(page)).not.toBe('not-a-token')
})

test('a token that is known to be old is renewed before it is sent, so that the console stays empty', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  await anOrder(buyer, product)
  await visit(page, '/')
  await page.getByRole('link', { name: buyer.who.name }).waitFor()
  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'not-a-token')
    localStorage.setItem('accessTokenAt', String(Date.now() - 60 * 60_000))
  })
  const refused: string[] = []
  page.on('response', (response) => void (response.status() === 401 && refused.push(response.url())))
  await visit(page, '/dashboard/myorders')
  await page.getByRole('row').filter({ hasText: product.name }).waitFor()
  expect(await tokenOf(page)).not.toBe('not-a-token')
  expect(refused).toEqual([])
})

test('without the cookie a reload of the dashboard leads to the login and back', async () => {
  const { page, context, who } = await aBuyer()
  await visit(page, '/dashboard/review')
  await page.getByRole('button', { name: 'Add Review' }).waitFor()
  await context.clearCookies()
  await reload(page)
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('from') === '/dashboard/review')
  await fillLogin(page, who)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('/dashboard/review')
})

test('logging out leaves nothing of a person to the next one at this browser', async () => {
  const { page } = await aBuyer()
  await visit(page, '/quick-order')
  await page.getByRole('button', { name: 'An example' }).click()
  const pasted = page.getByRole('textbox').first()
  await expect.poll(() => pasted.inputValue()).not.toBe('')
  await page.evaluate(() => localStorage.setItem('sums', JSON.stringify({ country: 'NO', code: 'SECRET' })))
  await logOut(page)
  expect(await pasted.inputValue()).toBe('')
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  for (const key of ['SECRET', 'quick-order', 'accessToken']) expect(kept).not.toContain(key)
})

test('logging out in one tab forgets what was begun in another', async () => {
  const { page, context } = await aBuyer()
  const other = await context.newPage()
  await visit(other, '/dashboard/review')
  await other.getByLabel('Description').fill('Cold and quiet since June.')
  await visit(page, '/home')
  await logOut(page)
  await other.waitForURL((url) => url.pathname === '/login')
  expect(await other.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('since June')
})

test('logging out on the page of a part leaves it there to be read', async () => {
  const [product, { page }] = await Promise.all([aProduct(), aBuyer()])
  await visit(page, `/purcess/${product._id}`)
  await page.getByRole('button', { name: 'Place Order' }).waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('link', { name: 'Login to order' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/purcess/${product._id}`)
})

test('what was typed is there again after Back and after a reload, until it is sent', async () => {
  const { page } = await aBuyer()
  await visit(page, '/dashboard/review')
  const description = page.getByLabel('Description')
  await description.fill('Fits like the first one.')
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Orders' }).click()
  await page.getByText('You have not ordered anything yet.').waitFor()
  await page.goBack()
  await expect.poll(() => description.inputValue()).toBe('Fits like the first one.')
  await reload(page)
  await expect.poll(() => description.inputValue()).toBe('Fits like the first one.')
  await page.getByRole('radio', { name: '4' }).check({ force: true })
  await page.getByRole('button', { name: 'Add Review' }).click()
  await toast(page, 'Yay! Review Added Success')
  await visit(page, '/dashboard/review')
  expect(await description.inputValue()).toBe('')
})

test('logging out in one tab is seen in the other', async () => {
  const { page, context } = await aBuyer()
  await visit(page, '/dashboard/myorders')
  await page.getByText('You have not ordered anything yet.').waitFor()
  const second = await context.newPage()
  await visit(second, '/')
  await logOut(second)
  await page.waitForURL((url) => url.pathname === '/login' || url.pathname === '/')
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
})

test('a role that is taken away is gone at the next look', async () => {
  const [keeper, buyer] = await Promise.all([asAdmin(), aBuyer()])
  const { page, context, who, calls } = buyer
  const me = await calls.user[':email'].$get({ param: { email: who.email } })
  const { _id: id } = (await me.json()) as { _id: string }
  const change = (role: 'admin' | 'customer') => keeper.users[':id'].$put({ param: { id }, json: { role } })
  await verify(buyer)
  expect((await change('admin')).status).toBe(200)
  await context.clearCookies()
  await signIn(page, who, '/dashboard/orders')
  await page.getByRole('searchbox', { name: 'Search' }).waitFor()
  expect((await change('customer')).status).toBe(200)
  await context.clearCookies()
  await signIn(page, who, '/dashboard/orders')
  await page.getByRole('heading', { name: 'Only admins' }).waitFor()
})

describe.each(['refused', 'cut off'] as const)('while the question who is here is %s', (how) => {
  const provokes = /get-session/
  const fail = (buyer: Awaited<ReturnType<typeof aBuyer>>) =>
    buyer.context.route('**/api/auth/get-session', (route) =>
      how === 'refused'
        ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The shop is busy.' } })
        : route.abort(),
    )

  test('a page looks neither signed in nor signed out, and finds out by Retry', async () => {
    const [product, buyer] = await Promise.all([aProduct(), aBuyer({ provokes })])
    const { page, context, who } = buyer
    await fail(buyer)
    await visit(page, `/purcess/${product._id}`)
    const bar = page.getByRole('banner')
    const retry = bar.getByRole('button', { name: 'Retry finding out who you are' })
    await retry.waitFor()
    expect(await page.getByRole('link', { name: /^Login/ }).count()).toBe(0)
    await page.getByText('We could not find out who you are.').waitFor()
    await context.unroute('**/api/auth/get-session')
    await retry.click()
    await bar.getByRole('link', { name: who.name }).waitFor()
    await page.getByRole('button', { name: 'Place Order' }).waitFor()
  })

  test('the dashboard stays where it is, and comes by Retry', async () => {
    const buyer = await aBuyer({ provokes })
    const { page, context } = buyer
    await fail(buyer)
    await page.goto('/dashboard/myorders')
    await page.getByText('The shop cannot be reached.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/myorders')
    await context.unroute('**/api/auth/get-session')
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await page.getByText('You have not ordered anything yet.').waitFor()
  })

  test('a token that ran out meanwhile ends no session', async () => {
    const buyer = await aBuyer({ provokes })
    const { page, context } = buyer
    await visit(page, '/dashboard/profile')
    await page.getByRole('button', { name: 'Update Profile' }).waitFor()
    await fail(buyer)
    await page.evaluate(() => localStorage.setItem('accessToken', 'not-a-token'))
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'My Orders' }).click()
    await page.getByText('The shop cannot be reached.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard/myorders')
    await context.unroute('**/api/auth/get-session')
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await page.getByText('You have not ordered anything yet.').waitFor()
  })
})

test('whoever is not verified is told for how long their pieces are held', async () => {
  const [product, buyer] = await Promise.all([aProduct(), aBuyer()])
  const { page } = buyer
  const add = async () => {
    await visit(page, `/purcess/${product._id}`)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
  }
  await add()
  await page.getByText('We hold the pieces for 30 minutes, and for 24 hours once your e-mail is verified;').waitFor()
  await verify(buyer)
  await add()
  await page.getByText('We hold the pieces for 24 hours; you pay from My Orders.').waitFor()
})
