import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { isStoring } from './cart-calls.ts'
import { endSession, logBackIn } from './ended-session.ts'
import { fillTill } from './filled-forms.ts'
import { comesBack, deafTab, takesOver } from './other-tabs.ts'
import { logIn, logOut, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct, type Buyer, type Product, signedInOn } from './standing.ts'

/** Puts a block of a part into a buyer's cart, which has version 2 then. */
async function gathers({ calls }: Buyer, { _id: productId }: Awaited<ReturnType<typeof aProduct>>) {
  await ask(calls.cart.$put({ json: { version: 0, lines: [] } }))
  await ask(calls.cart.$put({ json: { version: 1, lines: [{ productId, quantity: 4, reference: '' }] } }))
}

/** A user with a part in their cart. */
async function aCart(options?: Parameters<typeof aBuyer>[0]) {
  const [part, ana] = await Promise.all([aProduct(), aBuyer(options)])
  await gathers(ana, part)
  return { part, ana }
}

/** Two users with a part each in their carts, which have one version. */
async function twoCarts(options?: Parameters<typeof aBuyer>[0]) {
  const [{ part, ana }, { part: other, ana: ben }] = await Promise.all([aCart(options), aCart()])
  return { part, other, ana, ben }
}

const row = (page: Page, { name }: { name: string }) => page.getByRole('listitem').filter({ hasText: name })

/** Checks a pasted list, and tells where it stands on the screen. */
async function checksList(page: Page) {
  await visit(page, '/quick-order')
  await page.getByLabel('Lines: number, quantity').fill('zzqx-7781, 4, Job for Mrs Smith')
  await page.getByRole('button', { name: 'Check 1 line' }).click()
  const typed = page.getByRole('main').getByText('Mrs Smith')
  await page.getByText('As typed').first().waitFor()
  expect(await typed.count()).toBeGreaterThan(0)
  return typed
}

test('a cart leaves the screen with its user, also in another tab, as a checkout does, and what was read from a pasted list leaves the screen at the logout', async () => {
  const { part, other, ana, ben } = await twoCarts()
  const { page, context } = ana
  const [second, till, list] = [await context.newPage(), await context.newPage(), await context.newPage()]
  for (const tab of [page, second]) {
    await visit(tab, '/cart')
    await row(tab, part).waitFor()
  }
  await visit(till, '/checkout')
  const lines = till.getByRole('table', { name: 'Lines' })
  await lines.getByText(part.name).waitFor()
  const typed = await checksList(list)

  await logOut(second)
  for (const tab of [page, second]) await tab.getByText('Nothing is in your cart yet.').waitFor()
  await till.waitForURL(({ pathname }) => pathname === '/login')
  await list.getByRole('button', { name: 'An example' }).waitFor()
  await expect.poll(() => typed.count()).toBe(0)
  await expect.poll(() => list.getByText('As typed').count()).toBe(0)

  await logIn(second, ben.who)
  await row(page, other).waitFor()
  expect(await row(page, part).count()).toBe(0)
  await visit(till, '/checkout')
  await lines.getByText(other.name).waitFor()
})

const linesOf = async ({ calls }: Buyer) => (await ask(calls.cart.$get())).lines.map(({ productId }) => productId)

async function fillCheckout(page: Page) {
  await visit(page, '/checkout')
  await fillTill(page)
}

/** An edit that waits behind another one, whose call is held. */
async function editsTwice(page: Page, part: { name: string }) {
  const held = Promise.withResolvers<void>()
  const sent = page.waitForRequest(isStoring)
  await page.route('**/api/cart', async (route) => {
    if (isStoring(route.request())) await held.promise
    await route.continue()
  })
  await visit(page, '/cart')
  const more = row(page, part).getByRole('button', { name: /^More/ })
  await more.click()
  await sent
  await more.click()
  return held.resolve
}

/** An order whose answer, a 503, is held; `tries` counts how often it is sent. */
async function ordersAt503(page: Page) {
  const held = Promise.withResolvers<void>()
  let tries = 0
  await page.route('**/api/checkouts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    tries++
    await held.promise
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try again.' } })
  })
  await fillCheckout(page)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/checkouts'))
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await sent
  return { answer: held.resolve, tries: () => tries }
}

test('an edit that waits behind another and an order that was answered 503 are not sent as the next person’s', async () => {
  const { part, other, ana, ben } = await twoCarts({ provokes: /503/ })
  const [till, page] = [await deafTab(ana.context), await deafTab(ana.context)]
  const { answer, tries } = await ordersAt503(till)
  const letThrough = await editsTwice(page, part)
  await takesOver(ana.context, ben)
  letThrough()
  answer()
  await row(page, other).waitFor()
  await till.getByRole('table', { name: 'Lines' }).getByText(other.name).waitFor()
  expect(await linesOf(ben)).toEqual([other._id])
  expect([tries(), await ask(ben.calls.checkouts.$get({ query: {} }))]).toEqual([1, []])
})

test('what stands on the screen is not sent as the next person’s, also when the page cannot ask who is here', async () => {
  const { part, other, ana, ben } = await twoCarts()
  const [page, cart] = [await deafTab(ana.context), await deafTab(ana.context)]
  await visit(cart, '/cart')
  await row(cart, part).waitFor()
  await fillCheckout(page)
  for (const tab of [page, cart])
    await tab.route('**/api/auth/get-session', (route) => route.fulfill({ body: 'no JSON' }))
  await takesOver(ana.context, ben)
  const anew = [page, cart].map((tab) => tab.waitForEvent('load'))
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await row(cart, part).getByRole('button', { name: /^More/ }).click()
  await Promise.all(anew)
  expect(await ask(ben.calls.checkouts.$get({ query: {} }))).toEqual([])
  expect(await linesOf(ben)).toEqual([other._id])
})

test('a cart is not taken for a visitor’s while the page cannot ask who is here, comes by Retry, and takes no token that was left over from somebody else', async () => {
  const { part, ana } = await aCart({ provokes: /503/ })
  const { page } = ana
  await page.route('**/api/auth/get-session', (route) => route.fulfill({ status: 503, body: '{}' }))
  await visit(page, '/cart')
  await page.getByText('The cart did not load.').waitFor()
  await visit(page, `/products/${part.slug}`)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await toast(page, 'The shop cannot be reached.')
  await visit(page, '/cart')
  await page.unroute('**/api/auth/get-session')
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await row(page, part).waitFor()
  expect((await ask(ana.calls.cart.$get())).lines).toMatchObject([{ quantity: 4 }])

  const more = row(page, part).getByRole('button', { name: /^More/ })
  await more.waitFor()
  await page.evaluate(() => {
    localStorage.setItem('accessTokenOf', crypto.randomUUID())
    localStorage.setItem('accessToken', 'left over')
  })
  const sent = page.waitForResponse((answer) => isStoring(answer.request()))
  await more.click()
  expect((await sent).status()).toBe(200)
})

test('a page that Back brings from memory is loaded anew once its user has gone', async () => {
  const { part, other, ana, ben } = await twoCarts()
  const page = await deafTab(ana.context)
  const typed = await deafTab(ana.context)
  const message = typed.getByLabel('Message')
  await visit(typed, '/home')
  await message.fill('Ring me at home.')
  await visit(page, '/cart')
  await row(page, part).waitFor()
  await comesBack(page)
  expect(await row(page, part).count()).toBe(1)
  await takesOver(ana.context, ben)
  await Promise.all([comesBack(page), typed.waitForEvent('load'), comesBack(typed)])
  await row(page, other).waitFor()
  expect(await row(page, part).count()).toBe(0)
  await untilWhole(typed)
  expect(await message.inputValue()).toBe('')
})

const quantity = (page: Page, { name }: { name: string }) => page.getByRole('textbox', { name: `Quantity of ${name}` })

async function isStoredAfterLogin(ana: Buyer, part: Product, other: Product) {
  const { page, calls } = ana
  const lines = [part, other].map(({ _id: productId }) => ({ productId, quantity: 4, reference: '' }))
  await ask(calls.cart.$put({ json: { version: 2, lines } }))
  await visit(page, '/cart')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/cart', async (route) => {
    if (isStoring(route.request())) await held.promise
    await route.continue()
  })
  await quantity(page, part).fill('33')
  await quantity(page, other).fill('12')
  await endSession(ana)
  held.resolve()
  await toast(page, 'Your session has ended. Log in again.')
  const { calls: elsewhere } = await signedInOn(ana)
  const theirs = lines.map((line, at) => (at === 0 ? line : { ...line, quantity: 8 }))
  await ask(elsewhere.cart.$put({ json: { version: 3, lines: theirs } }))
  await logBackIn(ana)
  await expect.poll(() => quantity(page, part).inputValue()).toBe('33')
  expect(new URL(page.url()).pathname).toBe('/cart')
  await toast(page, `You had typed: 12 of ${other.name}`)
  expect((await ask(elsewhere.cart.$get())).lines.map((line) => line.quantity)).toEqual([33, 8])
}

test('what is changed in a cart whose session has ended is stored after the login, and not over what is newer, and waits for its user when somebody else logs in', async () => {
  const { part, other, ana, ben } = await twoCarts()
  const { page } = ana
  await isStoredAfterLogin(ana, part, other)
  await endSession(ana)
  await row(page, part).getByRole('button', { name: /^Take/ }).click()
  await page.waitForURL(({ pathname }) => pathname === '/login')
  await logBackIn({ ...ana, who: ben.who })
  await row(page, other).waitFor()
  expect(await row(page, part).count()).toBe(0)
  expect(await linesOf(ben)).toEqual([other._id])
  expect(await linesOf(await signedInOn(ana))).toEqual([part._id, other._id])
})
