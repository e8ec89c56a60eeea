import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { isStoring } from './cart-calls.ts'
import { endSession, logBackIn } from './ended-session.ts'
import { fillTill } from './filled-forms.ts'
import { comesBack, deafTab, takesOver } from './other-tabs.ts'
import { logIn, logOut, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct, type Buyer, signedInOn } from './standing.ts'

/** Puts a block of a part into a buyer's cart, which has version 2 then. */
async function gathers({ calls }: Buyer, { _id: productId }: Awaited<ReturnType<typeof aProduct>>) {
  await ask(calls.cart.$put({ json: { version: 0, lines: [] } }))
  await ask(calls.cart.$put({ json: { version: 1, lines: [{ productId, quantity: 4, reference: '' }] } }))
}

/** Two users with a part each in their carts, which have one version. */
async function twoCarts(options?: Parameters<typeof aBuyer>[0]) {
  const [part, other, ana, ben] = await Promise.all([aProduct(), aProduct(), aBuyer(options), aBuyer()])
  await Promise.all([gathers(ana, part), gathers(ben, other)])
  return { part, other, ana, ben }
}

const row = (page: Page, { name }: { name: string }) => page.getByRole('listitem').filter({ hasText: name })

test('a cart leaves the screen with its user, also in another tab, and is the next person’s then', async () => {
  const { part, other, ana, ben } = await twoCarts()
  const { page, context } = ana
  const second = await context.newPage()
  await visit(page, '/cart')
  await row(page, part).waitFor()
  await visit(second, '/cart')
  await row(second, part).waitFor()
  await logOut(second)
  for (const tab of [page, second]) await tab.getByText('Nothing is in your cart yet.').waitFor()
  await logIn(second, ben.who)
  await row(page, other).waitFor()
  expect(await row(page, part).count()).toBe(0)
})

test('a checkout leaves the screen with its user, and is the next person’s once they are logged in', async () => {
  const { part, other, ana, ben } = await twoCarts()
  const { page, context } = ana
  const second = await context.newPage()
  await visit(page, '/checkout')
  const lines = page.getByRole('table', { name: 'Lines' })
  await lines.getByText(part.name).waitFor()
  await visit(second, '/home')
  await logOut(second)
  await page.waitForURL(({ pathname }) => pathname === '/login')
  await logIn(second, ben.who)
  await visit(page, '/checkout')
  await lines.getByText(other.name).waitFor()
})

test('what was read from a pasted list leaves the screen at the logout', async () => {
  const { page } = await aBuyer()
  await visit(page, '/quick-order')
  await page.getByLabel('Lines: number, quantity').fill('zzqx-7781, 4, Job for Mrs Smith')
  await page.getByRole('button', { name: 'Check 1 line' }).click()
  const typed = page.getByRole('main').getByText('Mrs Smith')
  await page.getByText('As typed').first().waitFor()
  expect(await typed.count()).toBeGreaterThan(0)
  await logOut(page)
  await page.getByRole('button', { name: 'An example' }).waitFor()
  expect(await typed.count()).toBe(0)
  expect(await page.getByText('As typed').count()).toBe(0)
})

const linesOf = async ({ calls }: Buyer) => (await ask(calls.cart.$get())).lines.map(({ productId }) => productId)

test('an edit that waits behind another is not stored in the cart of the next person', async () => {
  const { part, other, ana, ben } = await twoCarts()
  const held = Promise.withResolvers<void>()
  const page = await deafTab(ana.context)
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
  await takesOver(ana.context, ben)
  held.resolve()
  await row(page, other).waitFor()
  expect(await linesOf(ben)).toEqual([other._id])
})

test('an order that was answered 503 is not sent again as the next person’s', async () => {
  const { other, ana, ben } = await twoCarts({ provokes: /503/ })
  const held = Promise.withResolvers<void>()
  const page = await deafTab(ana.context)
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
  await takesOver(ana.context, ben)
  held.resolve()
  await page.getByRole('table', { name: 'Lines' }).getByText(other.name).waitFor()
  expect([tries, await ask(ben.calls.checkouts.$get({ query: {} }))]).toEqual([1, []])
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

test('a cart is not taken for a visitor’s while the page cannot ask who is here, and comes by Retry', async () => {
  const { part, ana } = await twoCarts({ provokes: /503/ })
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

async function fillCheckout(page: Page) {
  await visit(page, '/checkout')
  await fillTill(page)
}

test('a token that was left over from somebody else gives way to one of whoever is signed in', async () => {
  const { part, ana } = await twoCarts()
  const { page } = ana
  await visit(page, '/cart')
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

const quantity = (page: Page, { name }: { name: string }) => page.getByRole('textbox', { name: `Quantity of ${name}` })

test('what is changed in a cart whose session has ended is stored after the login, and not over what is newer', async () => {
  const { part, other, ana } = await twoCarts()
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
})

test('what is changed in a cart whose session has ended waits for its user, and is nobody else’s', async () => {
  const { part, other, ana, ben } = await twoCarts()
  const { page } = ana
  await visit(page, '/cart')
  await endSession(ana)
  await row(page, part).getByRole('button', { name: /^Take/ }).click()
  await page.waitForURL(({ pathname }) => pathname === '/login')
  await logBackIn({ ...ana, who: ben.who })
  await row(page, other).waitFor()
  expect(await linesOf(ben)).toEqual([other._id])
  expect(await linesOf(await signedInOn(ana))).toEqual([part._id])
})
