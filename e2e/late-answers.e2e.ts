import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { logIn, logOut, toast, untilWhole, visit } from './person.ts'
import { aBuyer, aProduct } from './standing.ts'

const SLUG = 'bkg36-401-03'
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('appliances') ?? '')
const ownerOf = async (page: Page) => JSON.parse((await kept(page)) || '{}').of

/** The shop has answered, and the browser hears it once `letGo` is called. */
async function lateAnswer(context: BrowserContext, method: string, path: string) {
  const [answered, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await context.route(`**${path}`, async (route) => {
    const request = route.request()
    // A call that goes out before there is a token is refused, and sent again with one.
    if (request.method() !== method || !request.headers().authorization) return route.continue()
    const response = await route.fetch()
    answered.resolve()
    await held.promise
    await route.fulfill({ response })
  })
  return { answered: answered.promise, letGo: held.resolve }
}

/** A session ends without this tab hearing of a logout, so its document stays. */
const hearsOfNoLogout = (page: Page) =>
  page.addInitScript(() =>
    addEventListener('storage', (event) => event.key === 'left' && event.stopImmediatePropagation(), true),
  )

async function logOutElsewhere(context: BrowserContext) {
  const page = await context.newPage()
  await visit(page, '/home')
  await logOut(page)
  return page
}

const isOut = (page: Page) => page.getByRole('link', { name: 'Login' }).first().waitFor()

describe('an answer that comes after the logout leaves no appliance in the browser', () => {
  test('of a save, and the next person finds their own', async () => {
    const [{ page, context }, next] = await Promise.all([aBuyer(), aBuyer()])
    await ask(next.calls.appliances.$put({ json: { model: 'BKG36-401/02', serial: '30460001', name: 'Bar' } }))
    await hearsOfNoLogout(page)
    await visit(page, `/models/${SLUG}`)
    await expect.poll(() => ownerOf(page)).toEqual(expect.any(String))
    const { answered, letGo } = await lateAnswer(context, 'PUT', '/api/appliances')
    await page.getByRole('button', { name: 'Save as my appliance' }).click()
    await answered
    const elsewhere = await logOutElsewhere(context)
    await isOut(page)
    letGo()
    await toast(page, 'You have logged out')
    expect(await kept(page)).not.toContain(SLUG)
    await logIn(elsewhere, next.who)
    await expect.poll(() => kept(elsewhere)).toContain('30460001')
    expect(await kept(elsewhere)).not.toContain(SLUG)
  })

  test('of those of the account', async () => {
    const { page, context, calls } = await aBuyer()
    await ask(calls.appliances.$put({ json: { model: 'BKG36-401/03', serial: '', name: 'Bar' } }))
    await hearsOfNoLogout(page)
    const { answered, letGo } = await lateAnswer(context, 'GET', '/api/appliances')
    await visit(page, '/models/bkg36-401-02')
    await answered
    const elsewhere = await logOutElsewhere(context)
    await isOut(page)
    const heard = () => page.evaluate(() => performance.getEntriesByName(`${origin}/api/appliances`).length)
    const before = await heard()
    letGo()
    await expect.poll(heard).toBe(before + 1)
    await untilWhole(page)
    expect(await kept(elsewhere)).not.toMatch(/bkg36/)
  })
})

test('a cart that is answered after the logout is not counted in the bar', async () => {
  const [part, { page, context }] = await Promise.all([aProduct(), aBuyer()])
  await hearsOfNoLogout(page)
  const { answered, letGo } = await lateAnswer(context, 'PUT', '/api/cart')
  await visit(page, `/products/${part.slug}`)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await answered
  await logOutElsewhere(context)
  await isOut(page)
  letGo()
  await page.getByText(/are in your cart/).waitFor()
  expect(await page.getByRole('link', { name: /^Cart/ }).innerText()).toMatch(/0$/)
})
