import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { endSession, logBackIn, reads } from './ended-session.ts'
import { aPerson, reload, signIn, toast, visit } from './person.ts'
import { aBuyer, aNumberedPart, type Buyer, signedInOn } from './standing.ts'

const NUMBER = 'BKG36-401/03'
const SLUG = 'bkg36-401-03'

const ofAccount = async ({ calls }: Pick<Buyer, 'calls'>) =>
  (await ask(calls.appliances.$get())).map(({ model, serial, name }) => ({ slug: model.slug, serial, name }))

/** A visitor's browser with an appliance, and an account that it knows nothing of. */
async function aVisitor(options?: Parameters<typeof aPerson>[0]) {
  const [{ page }, buyer] = await Promise.all([aPerson(options), aBuyer()])
  await visit(page, `/models/${SLUG}`)
  await page.getByRole('button', { name: 'Save as my appliance' }).click()
  await page.getByRole('button', { name: /^Your appliance Brunnecker/ }).waitFor()
  return { page, buyer }
}

const isJoined = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('appliances'))).toMatch(/"account":"/)

test('a login leaves the serial number and the name of an appliance that the account holds, and fills what is empty', async () => {
  const { page, buyer } = await aVisitor()
  await ask(buyer.calls.appliances.$put({ json: { model: NUMBER, serial: '30460001', name: 'Bar' } }))
  await signIn(page, buyer.who)
  await isJoined(page)
  expect(await ofAccount(buyer)).toEqual([{ slug: SLUG, serial: '30460001', name: 'Bar' }])

  const other = await aVisitor()
  await ask(other.buyer.calls.appliances.$put({ json: { model: NUMBER, serial: '', name: 'Bar' } }))
  await other.page.evaluate(() => {
    const kept = localStorage.getItem('appliances') ?? ''
    localStorage.setItem('appliances', kept.replace('"serial":""', '"serial":"30460002"'))
  })
  await signIn(other.page, other.buyer.who)
  await isJoined(other.page)
  expect(await ofAccount(other.buyer)).toEqual([{ slug: SLUG, serial: '30460002', name: 'Bar' }])
})

test('a model that is saved before the account’s appliances have come keeps its serial number and name', async () => {
  const { page, context, calls } = await aBuyer()
  await ask(calls.appliances.$put({ json: { model: NUMBER, serial: '30460001', name: 'Bar' } }))
  const held = Promise.withResolvers<void>()
  await context.route('**/api/appliances', async (route) => {
    if (route.request().method() === 'GET') await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/appliances')
  await visit(page, `/models/${SLUG}`)
  await asked
  await page.getByRole('button', { name: 'Save as my appliance' }).click()
  held.resolve()
  await toast(page, `Brunnecker ${NUMBER} is your appliance.`)
  await isJoined(page)
  expect(await ofAccount({ calls })).toEqual([{ slug: SLUG, serial: '30460001', name: 'Bar' }])
})

test('an appliance joins the account also when the shop is away for a moment', async () => {
  const { page, buyer } = await aVisitor({ provokes: /503/ })
  let isAway = true
  await page.route('**/api/appliances', (route) => {
    if (route.request().method() !== 'PUT' || !isAway) return route.continue()
    isAway = false
    return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try again.' } })
  })
  await signIn(page, buyer.who)
  await isJoined(page)
  expect(await ofAccount(buyer)).toMatchObject([{ slug: SLUG }])
})

test('an appliance that an account has no place for is named at the login', async () => {
  const { page, buyer } = await aVisitor()
  const models = await ask(buyer.calls.models.$get({ query: { limit: '9' } }))
  for (const { number } of models.filter(({ slug }) => slug !== SLUG).slice(0, 8))
    await ask(buyer.calls.appliances.$put({ json: { model: number, serial: '', name: '' } }))
  await signIn(page, buyer.who)
  await toast(page, `Brunnecker ${NUMBER} was not saved with your account. You keep 8 appliances`)
  expect((await ofAccount(buyer)).map(({ slug }) => slug)).not.toContain(SLUG)
})

test('an appliance that is forgotten while it joins the account stays forgotten', async () => {
  const { page, buyer } = await aVisitor()
  const [joins, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/appliances', async (route) => {
    if (route.request().method() === 'PUT') {
      joins.resolve()
      await held.promise
    }
    await route.continue()
  })
  await signIn(page, buyer.who)
  await joins.promise
  await page.getByRole('button', { name: /^Your appliance Brunnecker/ }).click()
  await page.getByRole('button', { name: `Forget Brunnecker ${NUMBER}` }).click()
  const removed = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  held.resolve()
  await removed
  expect(await ofAccount(buyer)).toEqual([])
  await page.getByRole('link', { name: /Tell us the model/ }).waitFor()
})

test('what is typed for an appliance survives Back, a reload and the end of the session, and not its removal', async () => {
  const buyer = await aBuyer()
  const { page, calls } = buyer
  await ask(calls.appliances.$put({ json: { model: NUMBER, serial: '', name: 'Bar' } }))
  await visit(page, '/dashboard/appliances')
  await page.getByLabel('Name', { exact: true }).fill('Cellar bar')
  await page.getByRole('link', { name: 'My Orders' }).first().click()
  await page.waitForURL('/dashboard/myorders')
  await page.goBack()
  await reads(page, 'Name', 'Cellar bar')
  await page.getByLabel('Serial number').fill('30460001')
  await reload(page)
  await reads(page, 'Serial number', '30460001')
  await endSession(buyer)
  await page.getByRole('button', { name: /^Save / }).click()
  await logBackIn(buyer)
  await reads(page, 'Name', 'Cellar bar')
  await reads(page, 'Serial number', '30460001')
  await page.getByRole('button', { name: /^Save / }).click()
  await toast(page, 'Saved.')
  const again = await signedInOn(buyer)
  expect(await ofAccount(again)).toEqual([{ slug: SLUG, serial: '30460001', name: 'Cellar bar' }])

  await page.getByLabel('Name', { exact: true }).fill('Attic')
  await page.getByRole('button', { name: /^Remove / }).click()
  await page.getByText('You keep no appliance yet.').waitFor()
  await ask(again.calls.appliances.$put({ json: { model: NUMBER, serial: '', name: 'Bar' } }))
  await reload(page)
  await reads(page, 'Name', 'Bar')
})

test('in the cart the mark of a fit stands clear of the number of the part', async () => {
  const [part, { page, calls }] = await Promise.all([aNumberedPart(), aBuyer()])
  await ask(calls.appliances.$put({ json: { model: NUMBER, serial: '', name: '' } }))
  await ask(calls.cart.$put({ json: { version: 0, lines: [{ productId: part._id, quantity: 4 }] } }))
  await visit(page, '/cart')
  const [mark, number] = await Promise.all(
    [page.locator('.cartlines .st'), page.locator('.cartlines .code')].map((it) =>
      it.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    ),
  )
  expect((mark?.left ?? 0) - (number?.right ?? 0) > 4 || (mark?.top ?? 0) >= (number?.bottom ?? 0)).toBe(true)
})
