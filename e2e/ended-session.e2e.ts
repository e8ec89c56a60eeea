import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ask } from '../src/client.ts'
import { saveAppliance } from './appliances.ts'
import { logIn, reload, toast, untilWhole, visit } from './person.ts'
import { aBuyer, type Buyer, endSessions, signedInOn } from './standing.ts'

const PASTED = 'HC-120, 8, Job for Mrs Smith'
const SLUG = 'bkg36-401-03'
const TEXT = 'Ring me at home.'

const list = (page: Page) => page.getByLabel('Lines: number, quantity')
const message = (page: Page) => page.getByLabel('Message')
const linesOf = async ({ calls }: Buyer) => (await ask(calls.cart.$get())).lines.map(({ reference }) => reference)
const modelsOf = async ({ calls }: Buyer) => (await ask(calls.appliances.$get())).map(({ model }) => model.slug)
const counted = (page: Page) => page.getByRole('link', { name: /^Cart/ }).innerText()

async function checks(page: Page) {
  await page.getByRole('button', { name: 'Check 1 line' }).click()
  await page.getByText('As typed').first().waitFor()
}

/** Gathers a line and an appliance in a document that was begun before the session ended. */
async function gathersAfterwards(buyer: Buyer) {
  const { page } = buyer
  await visit(page, `/models/${SLUG}`)
  await untilWhole(page)
  await endSessions(buyer)
  const save = page.getByRole('button', { name: 'Save as my appliance' })
  await save.click()
  await toast(page, 'Sign in first.')
  await save.click()
  await page.getByRole('button', { name: 'Your appliance', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Quick Order' }).first().click()
  await list(page).fill(PASTED)
  await checks(page)
  await page.getByRole('button', { name: /^Put 1 line/ }).click()
  await page.waitForURL('/cart')
  await page.getByRole('listitem').filter({ hasText: 'HC-120' }).first().waitFor()
}

/** Types a message and a list, leaves their page, and the session ends. */
async function leavesTyped(buyer: Buyer) {
  const { page } = buyer
  await visit(page, '/quick-order')
  await list(page).fill(PASTED)
  await visit(page, '/home')
  await message(page).fill(TEXT)
  await endSessions(buyer)
  await visit(page, '/products')
}

/** As the form of the login does that is posted before its script has come: the browser has a cookie, and no token. */
async function logInWithoutScript(context: BrowserContext, { who, origin }: Buyer) {
  const { email, password } = who
  const headers = { Origin: origin }
  expect((await context.request.post('/api/auth/sign-in/email', { data: { email, password }, headers })).ok()).toBe(
    true,
  )
}

test('what was gathered after a session had ended by itself does not go to who logs in then, but to its user when they log in again, with what a visitor saves beside it', async () => {
  const [ana, ben] = await Promise.all([aBuyer(), aBuyer()])
  const { page } = ana
  await gathersAfterwards(ana)
  await logIn(page, ben.who)
  await untilWhole(page)
  expect(await counted(page)).toMatch(/0$/)
  await visit(page, '/cart')
  await page.getByText('Nothing is in your cart yet.').waitFor()
  await visit(page, '/dashboard/appliances')
  await page.getByText('You keep no appliance yet.').waitFor()
  expect([await linesOf(ben), await modelsOf(ben)]).toEqual([[], []])

  await endSessions(ben)
  await saveAppliance(page, 'bkg36-401-02')
  await logIn(page, ana.who)
  await visit(page, '/cart')
  await page.getByRole('listitem').filter({ hasText: 'HC-120' }).first().waitFor()
  const again = await signedInOn(ana)
  expect(await linesOf(again)).toEqual(['Job for Mrs Smith'])
  await expect.poll(async () => (await modelsOf(again)).sort()).toEqual(['bkg36-401-02', SLUG])
})

test('a page that is opened after a session had ended shows none of its user, also to who logs in then, and what is typed there is the visitor’s', async () => {
  const [ana, ben] = await Promise.all([aBuyer(), aBuyer()])
  const { page } = ana
  await visit(page, '/products/hc-120')
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click()
  await expect.poll(() => counted(page)).toMatch(/1$/)
  await leavesTyped(ana)
  await page.getByRole('link', { name: 'Login' }).first().waitFor()
  await visit(page, '/home')
  expect(await message(page).inputValue()).toBe('')
  await visit(page, '/quick-order')
  expect(await list(page).inputValue()).toBe('')
  await list(page).fill('SR-22, 1')
  await logIn(page, ben.who)
  expect(await counted(page)).toMatch(/0$/)
  await visit(page, '/quick-order')
  await expect.poll(() => list(page).inputValue()).toBe('SR-22, 1')
  await visit(page, '/home')
  expect(await message(page).inputValue()).toBe('')
})

test('a registration that was typed before a login is not there for the next person', async () => {
  const { page, who, calls } = await aBuyer()
  await page.context().clearCookies()
  await visit(page, '/regester')
  await page.getByLabel('Name').fill(who.name)
  await page.getByLabel('Email', { exact: true }).fill(who.email)
  await logIn(page, who)
  await endSessions({ who, calls })
  await visit(page, '/regester')
  expect(await page.getByLabel('Name').inputValue()).toBe('')
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('')
})

test('a page that cannot ask yet who has logged in shows nothing of whose session had ended, whose typing is there for them after a login without a script', async () => {
  const [ana, ben] = await Promise.all([aBuyer({ provokes: /503/ }), aBuyer()])
  const { page, context } = ana
  await leavesTyped(ana)
  await logInWithoutScript(context, ben)
  await context.route('**/api/auth/get-session', (route) => route.fulfill({ status: 503, body: '{}' }))
  await visit(page, '/quick-order')
  expect(await list(page).inputValue()).toBe('')
  await visit(page, '/home')
  expect(await message(page).inputValue()).toBe('')
  await context.unroute('**/api/auth/get-session')
  await reload(page)
  expect(await message(page).inputValue()).toBe('')

  await logInWithoutScript(context, ana)
  await visit(page, '/home')
  await expect.poll(() => message(page).inputValue()).toBe(TEXT)
  await visit(page, '/quick-order')
  await expect.poll(() => list(page).inputValue()).toBe(PASTED)
})
