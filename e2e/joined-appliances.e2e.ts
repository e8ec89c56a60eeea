import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { saveAppliance } from './appliances.ts'
import { reads } from './ended-session.ts'
import { aPerson, reload, signIn, toast, visit } from './person.ts'
import { aBuyer, aNumberedPart, type Buyer } from './standing.ts'

const NUMBER = 'BKG36-401/03'
const SLUG = 'bkg36-401-03'

/** Two more models. */
const [HELD, FULL] = [
  { number: 'BKG36-401/02', slug: 'bkg36-401-02' },
  { number: 'BKG36-401/01', slug: 'bkg36-401-01' },
] as const

const ofAccount = async ({ calls }: Pick<Buyer, 'calls'>) =>
  (await ask(calls.appliances.$get())).map(({ model, serial, name }) => ({ slug: model.slug, serial, name }))

/** A visitor's browser with an appliance, and an account that it knows nothing of. */
async function aVisitor(options?: Parameters<typeof aPerson>[0]) {
  const [{ page }, buyer] = await Promise.all([aPerson(options), aBuyer()])
  await saveAppliance(page, SLUG)
  return { page, buyer }
}

const isJoined = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('appliances'))).toMatch(/"account":"/)

/** Fills an account, which holds one of the browser's appliances with all facts, one with a name alone, and one not. */
async function fillsAccount({ calls }: Buyer) {
  const models = await ask(calls.models.$get({ query: { limit: '9' } }))
  const others = models.filter(({ slug }) => ![SLUG, HELD.slug, FULL.slug].includes(slug)).slice(0, 6)
  for (const appliance of [
    { model: NUMBER, serial: '30460001', name: 'Bar' },
    { model: HELD.number, serial: '', name: 'Cellar' },
    ...others.map(({ number }) => ({ model: number, serial: '', name: '' })),
  ])
    await ask(calls.appliances.$put({ json: appliance }))
}

/** The first call that stores an appliance is refused. */
async function goesAway(page: Page) {
  let isAway = true
  await page.route('**/api/appliances', (route) => {
    if (route.request().method() !== 'PUT' || !isAway) return route.continue()
    isAway = false
    return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try again.' } })
  })
}

test('a login leaves what the account holds of an appliance, fills what is empty, also when the shop is away for a moment, and names one that has no place', async () => {
  const { page, buyer } = await aVisitor({ provokes: /503/ })
  for (const { slug } of [HELD, FULL]) await saveAppliance(page, slug)
  await fillsAccount(buyer)
  await page.evaluate(() => {
    const kept = localStorage.getItem('appliances') ?? ''
    localStorage.setItem('appliances', kept.replaceAll('"serial":""', '"serial":"30460002"'))
  })
  await goesAway(page)
  await signIn(page, buyer.who)
  await toast(page, `Brunnecker ${FULL.number} was not saved with your account. You keep 8 appliances`)
  await isJoined(page)
  const joined = await ofAccount(buyer)
  expect(joined.slice(0, 2)).toEqual([
    { slug: SLUG, serial: '30460001', name: 'Bar' },
    { slug: HELD.slug, serial: '30460002', name: 'Cellar' },
  ])
  expect(joined.map(({ slug }) => slug)).not.toContain(FULL.slug)
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

test('a model that is saved before the account’s appliances have come keeps its serial number and name, and in the cart its mark stands clear of the number of the part', async () => {
  const [part, { page, context, calls }] = await Promise.all([aNumberedPart(), aBuyer()])
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

  await ask(calls.cart.$put({ json: { version: 0, lines: [{ productId: part._id, quantity: 4 }] } }))
  await visit(page, '/cart')
  const [mark, number] = await Promise.all(
    [page.locator('.cartlines .st'), page.locator('.cartlines .code')].map((it) =>
      it.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect),
    ),
  )
  expect((mark?.left ?? 0) - (number?.right ?? 0) > 4 || (mark?.top ?? 0) >= (number?.bottom ?? 0)).toBe(true)
})

test('what is typed for an appliance survives Back and a reload, and not its removal', async () => {
  const { page, calls } = await aBuyer()
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
  await reads(page, 'Name', 'Cellar bar')
  await page.getByRole('button', { name: /^Save / }).click()
  await toast(page, 'Saved.')
  expect(await ofAccount({ calls })).toEqual([{ slug: SLUG, serial: '30460001', name: 'Cellar bar' }])

  await page.getByLabel('Name', { exact: true }).fill('Attic')
  await page.getByRole('button', { name: /^Remove / }).click()
  await page.getByText('You keep no appliance yet.').waitFor()
  await ask(calls.appliances.$put({ json: { model: NUMBER, serial: '', name: 'Bar' } }))
  await reload(page)
  await reads(page, 'Name', 'Bar')
})
