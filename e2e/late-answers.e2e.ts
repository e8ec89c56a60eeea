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

describe('an answer that comes after the logout leaves no appliance in the browser', () => {
  test('of a save, and the next person finds their own', async () => {
    const [{ page, context }, next] = await Promise.all([aBuyer(), aBuyer()])
    await ask(next.calls.appliances.$put({ json: { model: 'BKG36-401/02', serial: '30460001', name: 'Bar' } }))
    await visit(page, `/models/${SLUG}`)
    await expect.poll(() => ownerOf(page)).toEqual(expect.any(String))
    const { answered, letGo } = await lateAnswer(context, 'PUT', '/api/appliances')
    await page.getByRole('button', { name: 'Save as my appliance' }).click()
    await answered
    await logOut(page)
    await logIn(page, next.who)
    await expect.poll(() => kept(page)).toContain('30460001')
    letGo()
    await toast(page, 'You have logged out')
    expect(await kept(page)).not.toContain(SLUG)
    expect(await kept(page)).toContain('30460001')
  })

  test('of those of the account', async () => {
    const { page, context, calls } = await aBuyer()
    await ask(calls.appliances.$put({ json: { model: 'BKG36-401/03', serial: '', name: 'Bar' } }))
    const { answered, letGo } = await lateAnswer(context, 'GET', '/api/appliances')
    await visit(page, '/models/bkg36-401-02')
    await answered
    await page.getByRole('button', { name: 'Save as my appliance' }).click()
    await page.getByRole('button', { name: /^Your appliance Brunnecker/ }).waitFor()
    await logOut(page)
    const heard = () => page.evaluate(() => performance.getEntriesByName(`${origin}/api/appliances`).length)
    const before = await heard()
    letGo()
    await expect.poll(heard).toBe(before + 1)
    await untilWhole(page)
    expect(await kept(page)).not.toMatch(/bkg36/)
  })
})

test('a cart that is answered after the logout is not counted in the bar', async () => {
  const [part, { page, context }] = await Promise.all([aProduct(), aBuyer()])
  const { answered, letGo } = await lateAnswer(context, 'PUT', '/api/cart')
  await visit(page, `/products/${part.slug}`)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await answered
  await logOut(page)
  letGo()
  await page.getByText(/are in your cart/).waitFor()
  expect(await page.getByRole('link', { name: /^Cart/ }).innerText()).toMatch(/0$/)
})

test('a call that is refused after the logout of its user is not sent again as the next one', async () => {
  const [{ page, context }, next] = await Promise.all([aBuyer(), aBuyer()])
  await visit(page, `/models/${SLUG}`)
  await expect.poll(() => ownerOf(page)).toEqual(expect.any(String))
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await context.route(
    '**/api/appliances',
    async (route) => {
      asked.resolve()
      await held.promise
      await route.fulfill({
        status: 401,
        json: { code: 'unauthenticated', message: 'The hour of this token is over.' },
      })
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Save as my appliance' }).click()
  await asked.promise
  await logOut(page)
  await logIn(page, next.who)
  held.resolve()
  await toast(page, 'The hour of this token is over.')
  expect(await ask(next.calls.appliances.$get())).toEqual([])
})
