import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { deafTab, logOutElsewhere, takesOver } from './other-tabs.ts'
import { logIn, logOut, ONCE_MORE, toast, untilWhole, visit } from './person.ts'
import { aBuyer, anAdmin, aProduct, type Buyer, type Product } from './standing.ts'

const SLUG = 'bkg36-401-03'
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('appliances') ?? '')
const isJoined = async (page: Page) => (await kept(page)).includes('account')

/** The shop has answered, and the browser hears it once `letGo` is called. */
async function lateAnswer(context: BrowserContext, method: string, path: string) {
  const [answered, held] = [Promise.withResolvers<Request>(), Promise.withResolvers<void>()]
  await context.route(`**${path}`, async (route) => {
    const request = route.request()
    // A call that goes out before there is a token is refused, and sent again with one.
    if (request.method() !== method || !request.headers().authorization) return route.continue()
    const response = await route.fetch(ONCE_MORE)
    answered.resolve(request)
    await held.promise
    await route.fulfill({ response })
  })
  return { answered: answered.promise, letGo: held.resolve }
}

/** Lets the answer go, and waits until the page has heard it, or is gone. */
async function hears(page: Page, { answered, letGo }: Awaited<ReturnType<typeof lateAnswer>>) {
  const request = await answered
  letGo()
  await (await request.response())?.finished()
  await untilWhole(page)
}

/** The cart of a part is answered late to a tab, which is loaded anew after the logout. */
async function cartAfterLogout({ page, context }: Pick<Buyer, 'page' | 'context'>, part: Product) {
  const cart = await lateAnswer(context, 'PUT', '/api/cart')
  await visit(page, `/products/${part.slug}`)
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await cart.answered
  const elsewhere = await logOutElsewhere(context)
  await loadsAnew(page, cart.letGo)
  expect(await page.getByRole('link', { name: /^Cart/ }).innerText()).toMatch(/0$/)
  return elsewhere
}

async function loadsAnew(page: Page, letGo: () => void) {
  const anew = page.waitForEvent('load')
  letGo()
  await anew
  await untilWhole(page)
}

test('an answer of a save that comes to a tab that has not heard of the logout leaves no appliance in the browser, and one of the cart is not counted in the bar', async () => {
  const [part, { context, who }, next] = await Promise.all([aProduct(), aBuyer(), aBuyer()])
  await ask(next.calls.appliances.$put({ json: { model: 'BKG36-401/02', serial: '30460001', name: 'Bar' } }))
  const page = await deafTab(context)
  const elsewhere = await cartAfterLogout({ page, context }, part)

  await logIn(elsewhere, who)
  await visit(page, `/models/${SLUG}`)
  await expect.poll(() => isJoined(page)).toBe(true)
  const save = await lateAnswer(context, 'PUT', '/api/appliances')
  await page.getByRole('button', { name: 'Save as my appliance' }).click()
  await save.answered
  await logOut(elsewhere)
  await logIn(elsewhere, next.who)
  await expect.poll(() => kept(elsewhere)).toContain('30460001')
  await hears(page, save)
  expect(await kept(elsewhere)).toContain('30460001')
  expect(await kept(elsewhere)).not.toContain(SLUG)
})

test('an answer of those of the account that comes to a tab that has not heard of the logout leaves no appliance in the browser', async () => {
  const [{ context, calls }, next] = await Promise.all([aBuyer(), aBuyer()])
  await ask(calls.appliances.$put({ json: { model: 'BKG36-401/03', serial: '', name: 'Bar' } }))
  const own = await lateAnswer(context, 'GET', '/api/appliances')
  const page = await deafTab(context)
  await visit(page, '/models/bkg36-401-02')
  await own.answered
  const elsewhere = await takesOver(context, next)
  await loadsAnew(page, own.letGo)
  expect(await kept(elsewhere)).not.toMatch(/bkg36/)
})

test('the models that are found for a text are not shown any more once it is another, however late they come', async () => {
  const [{ _id: id }, { page, context, calls }] = await Promise.all([aProduct(), anAdmin()])
  const serials = Array.from({ length: 101 }, (_, at) => `${30000000 + at}`)
  const place = { model: 'BKG36-401/03', section: 'evaporator', position: 'fan-blade' }
  const add = (serial: string) =>
    ask(calls.product[':id'].fits.$post({ param: { id }, json: { ...place, fromSerial: serial, toSerial: serial } }))
  await Promise.all(serials.map(add))
  const found = await lateAnswer(context, 'GET', '/fits*q=zzz')
  await visit(page, `/dashboard/manageProducts/${id}`)
  const find = page.getByLabel('Find a model among them')
  await find.fill('zzz')
  await found.answered
  await find.fill('')
  await hears(page, found)
  expect(await page.getByText(/ are shown\.$/).innerText()).toBe('100 of 101 are shown.')
})

test('an addition to the cart whose answer is lost is made once when it is pressed again, and anew once the cart was seen', async () => {
  const [part, { page, calls }] = await Promise.all([aProduct(), aBuyer({ provokes: /ERR_FAILED/ })])
  await visit(page, `/products/${part._id}`)
  const loseAnswers = () =>
    page.route('**/api/cart', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue()
      await route.fetch(ONCE_MORE)
      await route.abort()
    })
  const quantity = async () => (await ask(calls.cart.$get())).lines.map((line) => line.quantity)
  const add = page.getByRole('button', { name: 'Add to cart', exact: true })
  const inCart = page.getByRole('link', { name: 'your cart' })
  await loseAnswers()
  await add.click()
  await toast(page, 'The shop cannot be reached.')
  expect(await quantity()).toEqual([4])
  await page.unroute('**/api/cart')
  await add.click()
  await inCart.waitFor()
  expect(await quantity()).toEqual([4])

  await loseAnswers()
  await visit(page, `/products/${part._id}`)
  await add.click()
  await toast(page, 'The shop cannot be reached.')
  await page.unroute('**/api/cart')
  await page.getByRole('link', { name: /^Cart/ }).click()
  await page.getByRole('button', { name: /^Take .* out$/ }).waitFor()
  await page.goBack()
  await add.click()
  await inCart.waitFor()
  expect(await quantity()).toEqual([12])
})
