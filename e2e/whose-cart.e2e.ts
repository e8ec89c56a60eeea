import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { logIn, logOut, visit } from './person.ts'
import { aBuyer, aProduct, type Buyer } from './standing.ts'

/** Puts a block of a part into a buyer's cart, which has version 2 then. */
async function gathers({ calls }: Buyer, { _id: productId }: Awaited<ReturnType<typeof aProduct>>) {
  await ask(calls.cart.$put({ json: { version: 0, lines: [] } }))
  await ask(calls.cart.$put({ json: { version: 1, lines: [{ productId, quantity: 4, reference: '' }] } }))
}

/** Two users with a part each in their carts, which have one version. */
async function twoCarts() {
  const [part, other, ana, ben] = await Promise.all([aProduct(), aProduct(), aBuyer(), aBuyer()])
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

test('an edit that waits behind another is not stored in the cart of the next person', async () => {
  const { part, other, ana, ben } = await twoCarts()
  const { page, context } = ana
  const held = Promise.withResolvers<void>()
  const [sent, refused] = [page.waitForRequest(isStoring), page.getByText('this cart was not stored').waitFor()]
  await context.route('**/api/cart', async (route) => {
    if (!isStoring(route.request())) return route.continue()
    await held.promise
    await route.continue()
  })
  await visit(page, '/cart')
  const more = row(page, part).getByRole('button', { name: /^More/ })
  await more.click()
  await sent
  await more.click()
  await logOut(page)
  await logIn(page, ben.who)
  held.resolve()
  await refused
  const { lines } = await ask(ben.calls.cart.$get())
  expect(lines.map(({ productId }) => productId)).toEqual([other._id])
})

test('an edit while the page asks who is here, since another tab logged somebody in, is not stored as theirs', async () => {
  const { part, other, ana, ben } = await twoCarts()
  const { page, context } = ana
  const second = await context.newPage()
  await visit(second, '/home')
  await visit(page, '/cart')
  const answered = Promise.withResolvers<void>()
  await page.route('**/api/auth/get-session', (route) => answered.promise.then(() => route.continue()))
  const refused = page.getByText('this cart was not stored').waitFor()
  await logOut(second)
  await logIn(second, ben.who)
  await row(page, part).getByRole('button', { name: /^More/ }).click()
  answered.resolve()
  await refused
  await row(page, other).waitFor()
  const { lines } = await ask(ben.calls.cart.$get())
  expect(lines.map(({ productId }) => productId)).toEqual([other._id])
})

test('what stands on the screen is not sent as the next person’s, also when the page cannot ask who is here', async () => {
  const { part, other, ana, ben } = await twoCarts()
  const { page, context } = ana
  const [second, cart] = [await context.newPage(), await context.newPage()]
  await visit(second, '/home')
  await visit(cart, '/cart')
  await row(cart, part).waitFor()
  await visit(page, '/checkout')
  await page.getByLabel('Country').fill('Norway')
  await page.getByRole('textbox', { name: 'Address' }).fill('Dock Street 4')
  await page.getByLabel('For the shelf').check()
  for (const tab of [page, cart])
    await tab.route('**/api/auth/get-session', (route) => route.fulfill({ body: 'no JSON' }))
  await logOut(second)
  await logIn(second, ben.who)
  const anew = [page, cart].map((tab) => tab.waitForEvent('load'))
  await page.getByRole('button', { name: 'Place and pay' }).click()
  await row(cart, part).getByRole('button', { name: /^More/ }).click()
  await Promise.all(anew)
  expect(await ask(ben.calls.checkouts.$get({ query: {} }))).toEqual([])
  const { lines } = await ask(ben.calls.cart.$get())
  expect(lines.map(({ productId }) => productId)).toEqual([other._id])
  await page.unroute('**/api/auth/get-session')
  await visit(page, '/checkout')
  await page.getByRole('table', { name: 'Lines' }).getByText(other.name).waitFor()
})

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

const isStoring = (request: Request) => request.method() === 'PUT' && request.url().endsWith('/api/cart')
